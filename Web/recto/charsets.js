// What the bytes of QR codes mean, by the tables of the platform, as the native engine reads them.

const SHIFT_JIS = 20;
const UTF8 = 26;

const CODE_PAGE_437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

// Part 16 of ISO 8859 from 0xA0 on, which not all platforms have.
const LATIN_16 =
  "\u00a0ĄąŁ€„Š§š©Ș«Ź\u00adźŻ°±ČłŽ”¶·žčș»ŒœŸżÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚßàáâăäćæçèéêëìíîïđńòóôőöśűùúûüęțÿ";

// Where the table of browsers, which is that of Windows, differs from JIS X 0208.
const JIS = new Map([
  [0x8160, "\u301c"], [0x8161, "\u2016"], [0x817c, "\u2212"], [0x8191, "\u00a2"], [0x8192, "\u00a3"],
  [0x81ca, "\u00ac"],
]);

/**
 * Bytes as UTF-8; null if one does not fit.
 * @param {number} set 0 code page 437, 1 to 16 the parts of ISO 8859, 20 Shift_JIS, 26 UTF-8
 * @param {Uint8Array} bytes
 */
export function utf8(set, bytes) {
  const text = decoded(set, bytes);
  return text === null ? null : new TextEncoder().encode(text);
}

function decoded(set, bytes) {
  if (set === UTF8) return fatal("utf-8", bytes);
  if (set === SHIFT_JIS) return shiftJIS(bytes);
  let text = "";
  for (const byte of bytes) {
    // Below 0xA0 all parts have the controls of ISO 6429, which the tables of browsers give to other characters.
    const character =
      byte < 0x80 || (set !== 0 && (set === 1 || byte < 0xa0)) ? String.fromCharCode(byte)
      : set === 0 ? CODE_PAGE_437[byte - 0x80]
      : set === 16 ? LATIN_16[byte - 0xa0]
      : fatal(LATIN[set] ?? `iso-8859-${set}`, Uint8Array.of(byte));
    // Windows gives bytes that are none to private characters.
    if (character === null || character >= "\uf8c1" && character <= "\uf8c8") return null;
    text += character;
  }
  return text;
}

// Parts that browsers know by the code pages of Windows alone.
const LATIN = { 9: "windows-1254", 11: "windows-874" };

function shiftJIS(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i++) {
    const first = bytes[i];
    if (first === 0x5c || first === 0x7e) text += first === 0x5c ? "\u00a5" : "\u203e";
    else if (first < 0x80) text += String.fromCharCode(first);
    else if (first >= 0xa1 && first <= 0xdf) text += String.fromCharCode(first - 0xa1 + 0xff61);
    else {
      const character = pair(first, bytes[++i]);
      if (character === null) return null;
      text += character;
    }
  }
  return text;
}

/** A character of two bytes, of JIS X 0208 alone: not those that makers of systems added. */
function pair(first, second) {
  const isPlain = first >= 0x81 && first <= 0x84 || first >= 0x88 && first <= 0x9f || first >= 0xe0 && first <= 0xea;
  if (!isPlain || second === undefined) return null;
  return JIS.get(first << 8 | second) ?? fatal("shift_jis", Uint8Array.of(first, second));
}

function fatal(label, bytes) {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
