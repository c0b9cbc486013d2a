// @vitest-environment happy-dom

import { describe, expect, test } from 'vitest'
import { piecesOf, shortened, textOfHtml } from './html-pieces'

describe('the text of HTML', () => {
  test.each([
    ['<p>a</p><p>b<br>c</p>', 'a\nb\nc'],
    ['<h2>标题</h2><ul><li><p>一</p></li><li><p>二</p></li></ul>', '标题\n一\n二'],
    ['<p>a <strong>b</strong></p>', 'a b'],
    ['<p>去<a href="https://shop.example/">店</a></p>', '去店 (https://shop.example/)'],
    ['<p><img src="/files/a.webp" alt="杯子"><img src="/files/b.webp"></p>', '[杯子 /files/a.webp][/files/b.webp]'],
    ['', ''],
  ])('%s', (html, text) => expect(textOfHtml(html)).toBe(text))
})

describe('the pieces of two texts', () => {
  const shown = (before: string, after: string) =>
    piecesOf(before, after).map(({ text, kind }) => ({ same: text, removed: `-${text}`, added: `+${text}` })[kind])

  test.each([
    ['one two three', 'one 2 three', ['one ', '-two', '+2', ' three']],
    ['水别太满', '水不太满', ['水', '-别', '+不', '太满']],
    ['same', 'same', ['same']],
    ['', 'new', ['+new']],
    ['gone', '', ['-gone']],
  ])('%j and %j', (before, after, pieces) => expect(shown(before, after)).toEqual(pieces))

  test('texts that have nothing in common are compared within two seconds', () => {
    const long = (characters: string) => Array.from({ length: 60_000 }, (_, i) => characters[(i * i) % 97]).join(' ')
    const started = performance.now()
    const pieces = piecesOf(long('abcdefghijklmnopqrstuvwxyz'), long('0123456789'))
    expect(performance.now() - started).toBeLessThan(2_000)
    expect(pieces.some(({ kind }) => kind === 'removed')).toBe(true)
  })
})

test('what is far from any change is left out', () => {
  const text = 'x'.repeat(1_000)
  expect(shortened(text, { isFirst: false, isLast: false })).toBe(`${'x'.repeat(80)} … ${'x'.repeat(80)}`)
  expect(shortened(text, { isFirst: true, isLast: false })).toBe(` … ${'x'.repeat(80)}`)
  expect(shortened('short', { isFirst: false, isLast: false })).toBe('short')
})
