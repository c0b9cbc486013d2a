import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  cleanedLine,
  html,
  imageUrlInput,
  inputKindOf,
  isLoggable,
  line,
  momentInput,
  paragraphs,
  queryChoice,
  resolveFilesAgainst,
  safeHtml,
} from './fields'

/** Returns the parsed value, or the codes of its faults. */
function parse(schema: z.ZodType, value: unknown): unknown {
  const { success, data, error } = schema.safeParse(value)
  return success ? data : error.issues.map((issue) => (issue.code === 'custom' ? issue.params?.code : issue.code))
}

const invalid = ['invalid_characters']

describe('line', () => {
  test.each([
    ['  一行字 ', '一行字'],
    ['   ', ['too_small']],
    ['x'.repeat(9), ['too_big']],
    ['a\r\n\tb', 'a b'],
    ['a\tb', 'a b'],
    ['\u0000', invalid],
    ['\u0085', invalid],
    ['half \ud83d', invalid],
    ['whole 😀', 'whole 😀'],
    ['👩🏽\u200d🔬', '👩🏽\u200d🔬'],
    ['❤️\u200d🔥', '❤️\u200d🔥'],
    ['ad\u200dmin', invalid],
    ['ad\u200bmin', invalid],
    ['\u202enimda', invalid],
    ['a\u2067b', invalid],
    ['a\ufeffb', invalid],
    [7, ['invalid_type']],
  ])('%j', (value, expected) => expect(parse(line(1, 8), value)).toEqual(expected))

  test('is loggable and has no input kind', () => {
    expect(isLoggable(line(0, 8))).toBe(true)
    expect(inputKindOf(line(0, 8))).toBe(undefined)
  })
})

describe('paragraphs', () => {
  test.each([
    ['a\r\nb\rc\nd', 'a\nb\nc\nd'],
    ['\n a\tb \n', 'a\tb'],
    [' \r\n ', ['too_small']],
    ['x'.repeat(9), ['too_big']],
    ['\r\n'.repeat(4) + 'x'.repeat(8), 'x'.repeat(8)],
    ['a\u0000b', invalid],
    ['a\u001b[0m', invalid],
    ['\udc00', invalid],
  ])('%j', (value, expected) => expect(parse(paragraphs(1, 8), value)).toEqual(expected))

  test('is loggable and has the input kind of a text area', () => {
    expect(isLoggable(paragraphs(0, 8))).toBe(true)
    expect(inputKindOf(paragraphs(0, 8))).toBe('paragraphs')
  })
})

describe('html', () => {
  test.each([
    [' <p>a</p>\r\n', ' <p>a</p>\n'],
    ['<script>', '<script>'],
    ['', ''],
    ['x'.repeat(21), ['too_big']],
    ['<p>\u0001</p>', invalid],
    ['<p>\ud800</p>', invalid],
  ])('%j', (value, expected) => expect(parse(html(20), value)).toEqual(expected))

  test('is not loggable before it is cleaned, and has the input kind of the editor', () => {
    expect(isLoggable(html(20))).toBe(false)
    expect(inputKindOf(html(20))).toBe('html')
  })

  test('has absolute URLs of images and files in output', () => {
    resolveFilesAgainst('https://shop.example')
    expect(
      safeHtml.parse('<p>src="/x" <img src="/demo/a.svg" alt="/"><a href="/x">x</a><a href="/files/a.pdf">y</a></p>'),
    ).toBe(
      '<p>src="/x" <img src="https://shop.example/demo/a.svg" alt="/"><a href="/x">x</a><a href="https://shop.example/files/a.pdf">y</a></p>',
    )
    const video = (origin: string) =>
      `<video src="${origin}/files/a.mp4" poster="${origin}/files/p.webp" controls><a href="${origin}/files/a.mp4"><img src="${origin}/files/p.webp"></a></video> poster="/x"`
    expect(safeHtml.parse(video(''))).toBe(video('https://shop.example'))
    resolveFilesAgainst('')
  })
})

describe('moment', () => {
  test.each([
    ['2026-11-12T09:00:00+08:00', '2026-11-12T01:00:00.000Z'],
    ['2026-11-12T01:00:00Z', '2026-11-12T01:00:00.000Z'],
    ['2026-11-12T01:00:00', ['invalid_format']],
    ['2026-11-12', ['invalid_format']],
    ['1969-12-31T23:59:59Z', ['out_of_range']],
    ['9999-12-31T23:59:59-01:00', ['out_of_range']],
    ['2026-02-30T00:00:00Z', ['invalid_format']],
  ])('%j', (value, expected) => expect(parse(momentInput, value)).toEqual(expected))

  test('has its own input kind', () => expect(inputKindOf(momentInput)).toBe('moment'))
})

describe('image', () => {
  test.each([
    ['/files/2026/11/a.webp', '/files/2026/11/a.webp'],
    ['https://shop.example/files/a.webp', '/files/a.webp'],
    ['https://cdn.example/a.webp', 'https://cdn.example/a.webp'],
    ['//cdn.example/a.webp', ['invalid_address']],
    ['/\\cdn.example/a.webp', ['invalid_address']],
    ['javascript:alert(1)', ['invalid_address']],
    ['data:image/png;base64,x', ['invalid_address']],
    ['files/a.webp', ['invalid_address']],
    ['/files/a\u0000.webp', invalid],
    ['/files/a\ud800.webp', invalid],
    // Responses declare the format URI, so the value is stored as one.
    ['/files/龙井 1".webp?a=[1]#b#c', '/files/%E9%BE%99%E4%BA%95%201%22.webp?a=%5B1%5D#b%23c'],
    ['/files/100%.webp', '/files/100%25.webp'],
    ['/files/%E9%BE%99.webp', '/files/%E9%BE%99.webp'],
    ['https://图.example/a|b.webp', 'https://xn--wcs.example/a%7Cb.webp'],
    ['https://[::1]:3000/a.webp', 'https://[::1]:3000/a.webp'],
    ['https://a"b/c.webp', ['invalid_address']],
    ['https:///a.webp', ['invalid_address']],
    [`/${'龙'.repeat(120)}`, ['too_big']],
    [`/${'x'.repeat(1_024)}`, ['too_big']],
  ])('%j', (value, expected) => {
    resolveFilesAgainst('https://shop.example')
    expect(parse(imageUrlInput, value)).toEqual(expected)
    resolveFilesAgainst('')
  })

  test('has the input kind of an image', () => expect(inputKindOf(imageUrlInput)).toBe('image'))
})

describe('one of a few numbers in a query', () => {
  test.each([
    ['2', 2],
    ['3', ['invalid_value']],
    ['02', ['invalid_value']],
    [' 1', ['invalid_value']],
    ['1e0', ['invalid_value']],
    ['', ['invalid_value']],
  ])('%j', (value, expected) => expect(parse(queryChoice([1, 2]), value)).toEqual(expected))

  test('is a number in the API document', () =>
    expect(z.toJSONSchema(queryChoice([1, 2]), { io: 'input' })).toMatchObject({ type: 'integer', enum: [1, 2] }))
})

test.each([
  ['paragraphs', paragraphs(0, 8)],
  ['html', html(8)],
  ['image', imageUrlInput],
] as const)('the input kind of a nullable %s is found by unwrapping it', (kind, schema) =>
  expect(inputKindOf(schema.nullable().unwrap())).toBe(kind),
)

test.each([
  ['paragraphs', paragraphs(0, 100)],
  ['html', html(100)],
  ['line', line(0, 100)],
])('characters that turn the text are refused in %s', (_, schema) => {
  for (const character of ['\u202a', '\u202e', '\u2066', '\u2069'])
    expect(schema.safeParse(`价格 ${character}001`).error?.issues[0]).toMatchObject({
      params: { code: 'invalid_characters' },
    })
  expect(schema.safeParse('价格 100').success).toBe(true)
})

test('the joiner of an emoji stays in a cleaned line, and invisible characters go', () => {
  expect(cleanedLine(' 👨‍👩‍👧\u200b 全\u202e家.jpg\n')).toBe('👨‍👩‍👧 全家.jpg')
  expect(cleanedLine('a\u200db')).toBe('ab')
})
