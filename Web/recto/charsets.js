// Character sets of QR codes, decoded with the platform's tables in the same way as the native engine.

const CODE_PAGE_437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

// ISO 8859-16 from 0xA0, which some platforms lack.
const LATIN_16 =
  "\u00a0ĄąŁ€„Š§š©Ș«Ź\u00adźŻ°±ČłŽ”¶·žčș»ŒœŸżÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚßàáâăäćæçèéêëìíîïđńòóôőöśűùúûüęțÿ";

// Browser labels by ECI number. US-ASCII (27 and 170) has none.
const LABELS = {
  20: "shift_jis", 21: "windows-1250", 22: "windows-1251", 23: "windows-1252", 24: "windows-1256", 25: "utf-16be",
  26: "utf-8", 28: "big5", 29: "gb18030", 30: "euc-kr", 31: "gb18030", 32: "gb18030", 33: "utf-16le",
};

/**
 * Converts bytes to UTF-8; null if one is invalid.
 * @param {number} set The ECI number: 0 and 2 are code page 437, 1 and 3 to 18 are ISO 8859, 20 to 35 others.
 * @param {Uint8Array} bytes
 */
export function utf8(set, bytes) {
  const text = decoded(set, bytes);
  return text === null ? null : new TextEncoder().encode(text);
}

function decoded(set, bytes) {
  if (LABELS[set]) return fatal(LABELS[set], bytes);
  if (set === 34 || set === 35) return utf32(bytes, set === 35);
  if (set > 18) return bytes.every((byte) => byte < 0x80) ? String.fromCharCode(...bytes) : null;
  const part = set > 2 ? set - 2 : set % 2;
  let text = "";
  for (const byte of bytes) {
    // Below 0xA0 all parts have the controls of ISO 6429, which browsers map to other characters.
    const character =
      byte < 0x80 || (part !== 0 && (part === 1 || byte < 0xa0)) ? String.fromCharCode(byte)
      : part === 0 ? CODE_PAGE_437[byte - 0x80]
      : part === 16 ? LATIN_16[byte - 0xa0]
      : fatal(LATIN[part] ?? `iso-8859-${part}`, Uint8Array.of(byte));
    // Windows maps invalid bytes to private-use characters.
    if (character === null || character >= "\uf8c1" && character <= "\uf8c8") return null;
    text += character;
  }
  return text;
}

// Parts that browsers only know as Windows code pages.
const LATIN = { 9: "windows-1254", 11: "windows-874" };

function utf32(bytes, isLittleEndian) {
  if (bytes.length % 4 !== 0) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let text = "";
  for (let i = 0; i < bytes.length; i += 4) {
    const code = view.getUint32(i, isLittleEndian);
    if (code > 0x10ffff || code >= 0xd800 && code <= 0xdfff) return null;
    text += String.fromCodePoint(code);
  }
  return text;
}

function fatal(label, bytes) {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
