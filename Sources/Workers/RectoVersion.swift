/// The version of Recto: of the command, of its output, and of the library. A host and the worker
/// program that it starts must have the same.
public let rectoVersion = "0.1.0"
