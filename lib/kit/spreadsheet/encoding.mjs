// Decodes texts without a declared encoding: UTF-8, or GB18030 as by Chinese versions of Windows. Plain JavaScript,
// since the thread that reads spreadsheets runs without a build.

/** Whether a text begins with the byte order mark of UTF-8, which some programs also write before GB18030. */
const isMarked = (bytes) => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf

/** Returns the text of bytes in an encoding, without its mark; undefined where the bytes are not valid in it. */
export function decoded(bytes, encoding) {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(isMarked(bytes) ? bytes.subarray(3) : bytes)
    // Bytes that GB18030 does not define are decoded to characters of the private use area.
    return /\p{Co}/u.test(text) ? undefined : text.replace(/^\ufeff/, '')
  } catch {
    return undefined
  }
}

/** A letter of two bytes in UTF-8, which in GB18030 can be a common Han character. */
const foreignLetter = /[\u00c0-\u07ff](?<=[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}])/u

/** A common Han character of GB18030 (level 1 of GB 2312) that is also one character of UTF-8, byte by byte. */
const sharedHan = /[\xc2-\xd7][\xa1-\xbf]/g

/**
 * Whether bytes that are valid UTF-8 are GB18030: in UTF-8 they have foreign letters and no Han, and in GB18030 they have
 * only common Han, none of which stands inside of a word as é does.
 */
function isGb18030(bytes, text) {
  if (!foreignLetter.test(text)) return false
  const characters = new TextDecoder('latin1').decode(bytes)
  const shown = characters.replaceAll(sharedHan, '\u4e00')
  return !/[\x80-\u2fff]/.test(shown) && !/[A-Za-z]\u4e00[a-z]/.test(shown)
}

/**
 * Returns the encoding of a text. A text with the byte order mark of UTF-8 is UTF-8 where it is valid. undefined: the
 * text is neither UTF-8 nor GB18030.
 */
export function encodingOf(bytes) {
  const text = decoded(bytes, 'utf-8')
  if (text === undefined) return decoded(bytes, 'gb18030') === undefined ? undefined : 'gb18030'
  return !isMarked(bytes) && isGb18030(bytes, text) ? 'gb18030' : 'utf-8'
}
