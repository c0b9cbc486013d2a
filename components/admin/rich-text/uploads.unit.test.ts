// @vitest-environment happy-dom

import { Editor } from '@tiptap/core'
import { expect, test } from 'vitest'
import { extensionsOf, htmlOf } from './extensions'
import { linkUrl } from './link-url'
import type { Picture } from './picture-slot'
import { caretAt, insertUploads, takePictures } from './uploads'

const origins = ['http://localhost:3000', 'https://files.example'] as const

test('pictures are inserted where they were dropped, even if text is typed meanwhile or one fails', async () => {
  const editor = new Editor({ extensions: extensionsOf(origins), content: '<p>ab</p>', injectCSS: false })
  const pending = new Map<string, { done: (picture: Picture) => void; fail: (error: unknown) => void }>()
  const failed: string[] = []
  const files = ['one', 'two', 'three'].map((name) => new File([], `${name}.png`, { type: 'image/png' }))
  const upload = ({ name }: File, onProgress: (share: number) => void) =>
    new Promise<Picture>((done, fail) => {
      onProgress(0.5)
      pending.set(name, { done, fail })
    })
  const next = async (name: string) => {
    await expect.poll(() => pending.has(name)).toBe(true)
    return pending.get(name)
  }
  const all = insertUploads(
    editor,
    files.map((file) => ({ file, at: 2 })),
    { upload, origins, onFailure: ({ name }) => failed.push(name) },
  )
  const bars = () => [...editor.view.dom.querySelectorAll('progress')].map((bar) => bar.getAttribute('aria-label'))
  expect(bars()).toEqual(['one.png', 'two.png', 'three.png'])
  // An unfinished upload is not part of the text.
  expect(htmlOf(editor)).toBe('<p>ab</p>')
  // The caret is at the place, so this text is after the pictures.
  editor.commands.setTextSelection(2)
  editor.commands.insertContent('z')
  editor.commands.insertContentAt(1, 'xy', { updateSelection: false })
  // The text before the place, up to it.
  editor.commands.deleteRange({ from: 2, to: 4 })
  expect(htmlOf(editor)).toBe('<p>xzb</p>')
  const picture = { url: 'http://localhost:3000/files/a.webp', alt: 'A <b>', width: 8, height: 6 }
  ;(await next('one.png'))?.done(picture)
  ;(await next('two.png'))?.fail(new Error('too large'))
  ;(await next('three.png'))?.done({ ...picture, url: 'https://files.example/files/c.webp', alt: '' })
  await all
  editor.commands.insertContent('!')
  expect(bars()).toEqual([])
  expect(failed).toEqual(['two.png'])
  expect(htmlOf(editor)).toBe(
    '<p>x<img src="/files/a.webp" alt="A b" width="8" height="6"><img src="/files/c.webp" alt="" width="8" height="6">z!b</p>',
  )
  editor.destroy()
})

const upload = async ({ name }: File) => ({ url: `/files/${name}`, alt: '', width: 8, height: 6 })
const png = (name: string) => new File([], name, { type: 'image/png' })
const shortOf = (editor: Editor) => htmlOf(editor).replaceAll(/<img src="\/files\/([^"]*)"[^>]*>/g, '[$1]')

test.each([
  ['<p>ab</p>', 3, '<p>ab[p]!</p>'],
  ['', 1, '<p>[p]!</p>'],
  ['<pre><code>ab</code></pre>', 3, '<pre><code>ab</code></pre><p>[p]!</p>'],
  ['<p>ab</p><hr><p>c</p>', 5, '<p>ab</p><hr><p>[p]</p><p>!c</p>'],
])('in %s, the caret at %i is after the picture that was inserted there', async (content, at, html) => {
  const editor = new Editor({ extensions: extensionsOf(origins), content, injectCSS: false })
  editor.view.dispatch(caretAt(editor.state, at))
  await insertUploads(editor, [{ file: png('p'), at }], { upload, origins, onFailure: expect.fail })
  editor.commands.insertContent('!')
  expect(shortOf(editor)).toBe(html)
  editor.destroy()
})

test('pictures that are pasted one after the other stay in this order, whichever is stored first', async () => {
  for (const order of [
    ['a', 'b'],
    ['b', 'a'],
  ]) {
    const editor = new Editor({ extensions: extensionsOf(origins), content: '<p>x</p>', injectCSS: false })
    const done = new Map<string, () => void>()
    const slow = (file: File) => new Promise<Picture>((stored) => done.set(file.name, () => stored(upload(file))))
    const pasted = new Map(
      ['a', 'b'].map((name) => {
        const options = { upload: slow, origins, onFailure: expect.fail }
        return [name, insertUploads(editor, [{ file: png(name), at: 2 }], options)]
      }),
    )
    for (const name of order) {
      done.get(name)?.()
      await pasted.get(name)
    }
    expect(shortOf(editor)).toBe('<p>x[a][b]</p>')
    editor.destroy()
  }
})

test('a picture is left out if the text around its place was deleted', async () => {
  const editor = new Editor({ extensions: extensionsOf(origins), content: '<p>abc</p>', injectCSS: false })
  const deleting = (file: File) => {
    editor.commands.deleteRange({ from: 2, to: 4 })
    return upload(file)
  }
  await insertUploads(editor, [{ file: png('p'), at: 3 }], { upload: deleting, origins, onFailure: expect.fail })
  expect(shortOf(editor)).toBe('<p>a</p>')
  editor.destroy()
})

test('the pictures in the addresses of pasted HTML are taken out of it, and no others', async () => {
  const png = 'data:image/png;base64,aGk='
  const others = [
    '<img src="https://mmbiz.qpic.cn/a" alt="x">',
    `<img data-src="https://mmbiz.qpic.cn/a" src="${png}">`,
    '<img src="data:image/svg+xml;base64,PHN2Zy8+">',
    '<img src="data:image/png;base64,%">',
    '<img src="data:text/html;base64,aGk=">',
    '<img src="file:///C:/a.png">',
    '<img src="blob:https://shop.example/1">',
  ].join('')
  expect(takePictures(others)).toEqual({ html: others, taken: new Map() })
  const { html, taken } = takePictures(
    `<p>a<img src="${png}" alt="Tea">b</p><figure><img src="${png.replace('png', 'jpeg')}"><figcaption>c</figcaption></figure>`,
  )
  expect(html).toBe(
    '<p>a<img src="/files/pasted/0" alt="Tea">b</p><img src="/files/pasted/1"><figure><figcaption>c</figcaption></figure>',
  )
  const files = [...taken].map(([address, file]) => [address, file.name, file.type])
  expect(files).toEqual([
    ['/files/pasted/0', 'Tea.png', 'image/png'],
    ['/files/pasted/1', 'image.jpeg', 'image/jpeg'],
  ])
  expect(await taken.get('/files/pasted/0')?.text()).toBe('hi')
})

test.each([
  ['https://shop.example/?a=1#b', 'https://shop.example/?a=1#b'],
  [' shop.example/map ', 'https://shop.example/map'],
  ['a@b.example', 'mailto:a@b.example'],
  ['mailto:a@b.example', 'mailto:a@b.example'],
  ['+86 138 0000 0000', 'tel:+8613800000000'],
  ['javascript:alert(1)', undefined],
  ['JaVaScRiPt:alert(1)//a.b', undefined],
  ['data:text/html,x', undefined],
  ['/admin', undefined],
  ['word', undefined],
  ['', undefined],
])('the URL for %j is %j', (typed, url) => expect(linkUrl(typed, ['https://shop.example'])).toBe(url))
