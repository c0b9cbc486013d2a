import { expect, test } from 'vitest'
import { withStoredAddresses } from './rules'

test('the files of a text have the same addresses as when it is stored', () => {
  const origin = 'https://shop.example'
  const text = (origin: string) =>
    `<p><img src="${origin}/files/a.webp"><video src="${origin}/files/a.mp4" poster="${origin}/files/p.webp" controls><a href="${origin}/files/a.mp4">▶</a></video> poster="https://shop.example/files/p.webp"</p>`
  expect(withStoredAddresses(text(origin), [origin])).toBe(text(''))
  expect(withStoredAddresses(text('https://cdn.example'), [origin])).toBe(text('https://cdn.example'))
})
