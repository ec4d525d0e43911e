// Counts work that is done beside the page and that no clock counts, such as that of workers and databases. The page's
// clock stands still for it, so that its results come at the same moment each time.

// The number of results that are waited for.
export let pending = 0;
const begin = () => {
  pending += 1;
  let isOver = false;
  return () => {
    if (!isOver) pending -= 1;
    isOver = true;
  };
};
const listen = EventTarget.prototype.addEventListener;
const then = Promise.prototype.then;
const awaitEvents = (...names) => target => {
  const end = begin();
  for (const name of names) listen.call(target, name, end, { once: true });
};
const awaitPromise = promise => {
  const end = begin();
  then.call(promise, end, end);
};
const watch = (type, names, wait) => {
  for (const name of names) {
    const method = type?.prototype[name];
    if (typeof method === "function") type.prototype[name] = function (...given) {
      const result = method.apply(this, given);
      wait(result ?? this);
      return result;
    };
  }
};
watch(window.IDBFactory, ["open", "deleteDatabase"], awaitEvents("success", "error", "blocked"));
watch(window.IDBDatabase, ["transaction"], awaitEvents("complete", "abort"));
watch(window.FileReader, ["readAsArrayBuffer", "readAsBinaryString", "readAsDataURL", "readAsText"],
  awaitEvents("loadend"));
watch(window.CacheStorage, ["delete", "has", "keys", "match", "open"], awaitPromise);
watch(window.Cache, ["add", "addAll", "delete", "keys", "match", "matchAll", "put"], awaitPromise);
watch(window.SubtleCrypto, ["decrypt", "deriveBits", "deriveKey", "digest", "encrypt", "exportKey",
  "generateKey", "importKey", "sign", "unwrapKey", "verify", "wrapKey"], awaitPromise);
for (const type of [window.Blob, window.Request, window.Response])
  watch(type, ["arrayBuffer", "blob", "bytes", "formData", "json", "text"], awaitPromise);
watch(window.OffscreenCanvas, ["convertToBlob"], awaitPromise);
watch(window.BaseAudioContext, ["decodeAudioData"], awaitPromise);
watch(window.OfflineAudioContext, ["startRendering"], awaitPromise);
for (const [owner, names] of [[window, ["createImageBitmap"]],
  [WebAssembly, ["compile", "compileStreaming", "instantiate", "instantiateStreaming"]]])
  for (const name of names) {
    const method = owner[name];
    owner[name] = (...given) => {
      const promise = method.apply(owner, given);
      awaitPromise(promise);
      return promise;
    };
  }
const toBlob = HTMLCanvasElement.prototype.toBlob;
HTMLCanvasElement.prototype.toBlob = function (use, ...given) {
  const end = begin();
  try {
    toBlob.call(this, blob => {
      end();
      use(blob);
    }, ...given);
  } catch (error) {
    end();
    throw error;
  }
};
// A film has its first frame later than its size.
const awaitFrame = awaitEvents("loadeddata", "error", "abort", "emptied");
listen.call(window, "loadstart", ({target}) => {
  if (target instanceof HTMLVideoElement && target.preload !== "none") awaitFrame(target);
}, true);
// One that was started, or told something, mostly answers.
const awaitAnswer = awaitEvents("message", "messageerror", "error");
watch(window.Worker, ["postMessage"], awaitAnswer);
window.Worker = new Proxy(Worker, {
  construct: (type, given, target) => {
    const worker = Reflect.construct(type, given, target);
    awaitAnswer(worker);
    return worker;
  },
});
