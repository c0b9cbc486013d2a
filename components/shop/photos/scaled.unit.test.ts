// @vitest-environment happy-dom

import { afterEach, expect, test, vi } from 'vitest'
import { scaled } from './scaled'

const mebibyte = 1024 * 1024
const photoOf = (size: number, name = 'IMG_1.HEIC.png') => new File([new Uint8Array(size)], name, { type: 'image/png' })

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Stubs a browser whose decoded pictures have this size and whose encoded pictures have this number of bytes. */
function browserFor(width: number, height: number, bytes: number) {
  const close = vi.fn()
  const drawImage = vi.fn()
  const encoded = vi.fn()
  vi.stubGlobal('createImageBitmap', async () => ({ width, height, close }))
  const createElement = document.createElement.bind(document)
  vi.spyOn(document, 'createElement').mockImplementation((name: string) => {
    const element = createElement(name)
    Object.assign(element, {
      getContext: () => ({ fillRect: () => undefined, drawImage }),
      toBlob: (done: (blob: Blob) => void, type: string, quality: number) => {
        encoded(type, quality)
        done(new Blob([new Uint8Array(bytes)], { type }))
      },
    })
    return element
  })
  return { close, drawImage, encoded }
}

test.each([
  [4032, 3024, [1600, 1200]],
  [3024, 4032, [1200, 1600]],
  [1200, 900, [1200, 900]],
])('a large photo of %i × %i is sent as JPEG with the pixels that the shop keeps', async (width, height, size) => {
  const { close, drawImage, encoded } = browserFor(width, height, 400_000)
  const file = await scaled(photoOf(6 * mebibyte))
  expect([file.name, file.type, file.size]).toEqual(['IMG_1.HEIC.jpg', 'image/jpeg', 400_000])
  expect(drawImage.mock.calls[0]?.slice(1)).toEqual([0, 0, ...size])
  expect(encoded).toHaveBeenCalledWith('image/jpeg', 0.85)
  expect(close).toHaveBeenCalledOnce()
})

test('a small photo is sent as it is', async () => {
  const { drawImage } = browserFor(4032, 3024, 400_000)
  const photo = photoOf(mebibyte)
  expect(await scaled(photo)).toBe(photo)
  expect(drawImage).not.toHaveBeenCalled()
})

test('a photo that would not become smaller is sent as it is', async () => {
  browserFor(1600, 1200, 2 * mebibyte)
  const photo = photoOf(2 * mebibyte)
  expect(await scaled(photo)).toBe(photo)
})

test('what the browser cannot decode is sent as it is', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no picture', 'InvalidStateError')))
  const photo = photoOf(6 * mebibyte)
  expect(await scaled(photo)).toBe(photo)
})
