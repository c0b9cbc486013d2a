import { describe, expect, test } from 'vitest'
import { decoded, encodingOf } from './encoding.mjs'

const utf8 = (text: string) => Uint8Array.from(new TextEncoder().encode(text))

const gb18030Of = new Map<string, number[]>()
for (let first = 0x81; first <= 0xfe; first += 1)
  for (let second = 0x40; second <= 0xfe; second += 1) {
    const one = new TextDecoder('gb18030').decode(Uint8Array.of(first, second))
    if (one.length === 1) gb18030Of.set(one, [first, second])
  }

/** Encodes a text whose other characters than ASCII have two bytes in GB18030. */
const gb18030 = (text: string) =>
  Uint8Array.from([...text].flatMap((one) => (one < '\u0080' ? [one.charCodeAt(0)] : (gb18030Of.get(one) ?? []))))

const read = (bytes: Uint8Array<ArrayBuffer>) => {
  const encoding = encodingOf(bytes)
  return encoding && decoded(bytes, encoding)
}

/** The common Han characters whose bytes in GB18030 are also one character of UTF-8. */
const shared = [...gb18030Of].flatMap(([one, [first = 0, second = 0]]) =>
  first >= 0xc2 && first <= 0xd7 && second >= 0xa1 && second <= 0xbf ? [one] : [],
)

describe('bytes that are valid UTF-8 and GB18030', () => {
  test.each(['山水', '猫', 'product_id,sku_id,name\n1,1,山水\n', '猫.jpg', 'T猫 a', '山水,A猫\n'])(
    'with common Han and no more are GB18030: %j',
    (text) => {
      expect(new TextDecoder('utf-8', { fatal: true }).decode(gb18030(text))).not.toBe(text)
      expect(read(gb18030(text))).toBe(text)
    },
  )

  test('are GB18030 with every such character whose bytes are a letter of UTF-8', () => {
    expect(shared.length).toBeGreaterThan(600)
    const letter = /[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}]/u
    for (const one of shared) {
      const other = new TextDecoder().decode(gb18030(one))
      const isLetter = letter.test(other) && other > '\u00bf'
      expect(read(gb18030(`1,${one}`)), one).toBe(`1,${isLetter ? one : other}`)
      expect(read(gb18030(`1,${one}猫`)), one).toBe(`1,${one}猫`)
    }
  })

  test.each([
    ['German', 'Größe,Müller'],
    ['one umlaut', 'Müller'],
    ['French', 'Thé,crème brûlée à la vanille'],
    ['Polish', 'łódź'],
    ['Russian', 'название,чай'],
    ['Arabic', 'شاي أخضر'],
    ['Hebrew and Han', 'תה,茶'],
    ['Latin and Han', 'é,茶'],
    ['Greek', 'αβγ'],
    ['signs', '25°C,½,£2,µ'],
    ['Japanese', '名前,お茶,カタカナ,ﾃｽﾄ'],
    ['Japanese without Han', 'おちゃ é'],
    ['Korean', '이름,녹차'],
    ['emoji', 'é 🍵'],
    ['ASCII', 'name\nA\n'],
    ['nothing', ''],
  ])('stay UTF-8 with %s', (_, text) => {
    expect(read(utf8(text))).toBe(text)
    expect(read(utf8(`\ufeff${text}`))).toBe(text)
  })

  test('with the mark of UTF-8 are UTF-8', () => expect(read(utf8('\ufeffè'))).toBe('è'))
})

test('GB18030 may begin with its mark, or with that of UTF-8', () => {
  for (const mark of [
    [0x84, 0x31, 0x95, 0x33],
    [0xef, 0xbb, 0xbf],
  ])
    expect(read(Uint8Array.from([...mark, ...gb18030('名称,龙井')]))).toBe('名称,龙井')
})

test('bytes that are in neither encoding have none', () => {
  for (const bytes of [[0xff], [0x61, 0xff, 0x62], [...gb18030('山水'), 0xff]])
    expect(encodingOf(Uint8Array.from(bytes))).toBeUndefined()
})
