// A word that is worth a hyphen: five letters.
export const longWords = /\p{L}[\p{L}\p{M}]{4,}/gu;
