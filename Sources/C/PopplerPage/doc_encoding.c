// PDFDocEncoding (ISO 32000-2, annex D), in the place of Poppler's own table of it, which this
// program's dynamic linker gives to Poppler too.
//
// Poppler 22.12 takes the UTF-8 strings of PDF 2.0 (7.9.2.2) for PDFDocEncoding. That can be undone,
// but not where a byte has no meaning in the table: Poppler's has a NUL there, which ends the string.
// This one has the code point of the byte.

#include "CRectoPopplerPage.h"

#define FOUR(first) first, first + 1, first + 2, first + 3
#define SIXTEEN(first) FOUR(first), FOUR(first + 4), FOUR(first + 8), FOUR(first + 12)

extern const uint32_t pdfDocEncoding[256];

const uint32_t pdfDocEncoding[256] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0x09, 0x0A, 0, 0, 0x0D, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0x02D8, 0x02C7, 0x02C6, 0x02D9, 0x02DD, 0x02DB, 0x02DA, 0x02DC,
    SIXTEEN(0x20), SIXTEEN(0x30), SIXTEEN(0x40), SIXTEEN(0x50), SIXTEEN(0x60), SIXTEEN(0x70),
    0x2022, 0x2020, 0x2021, 0x2026, 0x2014, 0x2013, 0x0192, 0x2044,
    0x2039, 0x203A, 0x2212, 0x2030, 0x201E, 0x201C, 0x201D, 0x2018,
    0x2019, 0x201A, 0x2122, 0xFB01, 0xFB02, 0x0141, 0x0152, 0x0160,
    0x0178, 0x017D, 0x0131, 0x0142, 0x0153, 0x0161, 0x017E, 0x009F,
    0x20AC, 0xA1, 0xA2, 0xA3, FOUR(0xA4), FOUR(0xA8), FOUR(0xAC),
    SIXTEEN(0xB0), SIXTEEN(0xC0), SIXTEEN(0xD0), SIXTEEN(0xE0), SIXTEEN(0xF0),
};

int recto_doc_encoding_byte(uint32_t scalar) {
  for (int byte = 0; byte < 256; byte++) {
    if (pdfDocEncoding[byte] == scalar) return byte;
  }
  return -1;
}
