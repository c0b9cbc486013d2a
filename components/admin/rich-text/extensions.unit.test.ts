// @vitest-environment happy-dom

import { Editor } from '@tiptap/core'
import { afterEach, describe, expect, test } from 'vitest'
import { html } from '@/lib/kit/api/endpoint/fields'
import { cleanHtml } from '@/lib/kit/html/clean'
import { extensionsOf, htmlOf } from './extensions'

const origins = ['http://localhost:3000', 'https://files.example'] as const
let editor: Editor

afterEach(() => editor.destroy())

/** Opens a text in an editor. Returns the HTML of the editor. */
const open = (content: string) => {
  editor = new Editor({ extensions: extensionsOf(origins), content, injectCSS: false })
  return htmlOf(editor)
}
const clean = async (text: string) => (await cleanHtml(html(300_000).parse(text))).html

const link = '<a href="https://shop.example/?a=1&amp;b=2#c" rel="noopener nofollow">店</a>'
const image = '<img src="/files/2026/11/0123456789abcdef.webp" alt="一只“杯子”" width="800" height="600">'

describe('the editor writes a text as it was read, and cleaning does not change it', () => {
  test.each([
    '',
    '<p>其实盖碗不烫人，烫人的多半是水。</p>',
    '<h1>一</h1><h2>二</h2><h3>三</h3><h4>四</h4><p>五</p>',
    '<p><strong>a</strong> <em>b</em> <u>c</u> <s>d</s> <code>e &amp; f &lt; g > h</code><br>i</p><hr>',
    '<p>10<sup>5</sup> H<sub>2</sub>O</p>',
    '<p><strong>a<em>b<s>c<u>d</u></s></em></strong></p>',
    '<ul><li><p>a</p><ol start="3"><li><p>b</p></li></ol></li><li><p>c</p></li></ul>',
    '<ol><li><p>a</p></li></ol>',
    '<ol start="7" class="align-right"><li class="align-left"><p>a</p></li></ol>',
    '<blockquote class="align-right"><p class="align-center">q</p></blockquote>',
    '<pre class="align-left"><code>if (a &lt; b &amp;&amp; c > d) {\n\treturn\n}</code></pre>',
    `<p class="align-right">${link}<a href="mailto:a@b.example" rel="noopener nofollow">m</a></p>`,
    '<p><a href="/files/2026/11/a.pdf#page=2" rel="noopener nofollow">f</a></p>',
    '<p><a href="tel:+8613800000000" rel="noopener nofollow"><code>t</code></a></p>',
    `<p>a${image}b</p>`,
    `<figure class="align-center">${image}<figcaption>图 <em>1</em></figcaption></figure>`,
    `<figure>${image}<figcaption></figcaption></figure>`,
    `<p>a<video src="/files/a.mp4" poster="/files/p.webp" width="640" height="360" controls preload="metadata" playsinline><a href="/files/a.mp4" rel="noopener nofollow"><img src="/files/p.webp"></a></video>b</p>`,
    `<p>controls=""<video src="/files/a.mp4" controls preload="metadata" playsinline><a href="/files/a.mp4" rel="noopener nofollow">▶</a></video></p>`,
    '<table class="align-center"><tbody><tr><th colspan="2"><p>h</p></th></tr><tr class="align-left"><td rowspan="2" class="align-right"><p>a</p></td><td><p>b</p></td></tr><tr><td><p>c</p></td></tr></tbody></table>',
    '<h2 class="align-center">a\u00a0b "c" \'d\' &amp;nbsp; &amp;gt;</h2>',
  ])('%s', async (text) => {
    expect(open(text)).toBe(text)
    expect(await clean(text)).toBe(text)
  })
})

describe('commands and keys in the editor', () => {
  const done: [string, (chain: ReturnType<Editor['chain']>) => ReturnType<Editor['chain']>, string][] = [
    ['bold', (chain) => chain.toggleBold(), '<p><strong>word</strong></p>'],
    ['italic', (chain) => chain.toggleItalic(), '<p><em>word</em></p>'],
    ['underline', (chain) => chain.toggleUnderline(), '<p><u>word</u></p>'],
    ['strike', (chain) => chain.toggleStrike(), '<p><s>word</s></p>'],
    ['code', (chain) => chain.toggleCode(), '<p><code>word</code></p>'],
    ['heading', (chain) => chain.toggleHeading({ level: 4 }), '<h4>word</h4>'],
    ['a list', (chain) => chain.toggleBulletList(), '<ul><li><p>word</p></li></ul>'],
    ['an ordered list', (chain) => chain.toggleOrderedList(), '<ol><li><p>word</p></li></ol>'],
    ['a quote', (chain) => chain.toggleBlockquote(), '<blockquote><p>word</p></blockquote>'],
    ['a block of code', (chain) => chain.toggleCodeBlock(), '<pre><code>word</code></pre>'],
    ['a rule', (chain) => chain.setHorizontalRule(), '<hr>'],
    ['an alignment', (chain) => chain.align('center'), '<p class="align-center">word</p>'],
    ['no alignment', (chain) => chain.align('center').align(null), '<p>word</p>'],
    [
      'an aligned heading of a list',
      (chain) => chain.toggleHeading({ level: 2 }).align('right'),
      '<h2 class="align-right">word</h2>',
    ],
    [
      'a link',
      (chain) => chain.setLink({ href: 'https://shop.example/' }),
      '<p><a href="https://shop.example/" rel="noopener nofollow">word</a></p>',
    ],
    [
      'a table',
      (chain) => chain.insertTable({ rows: 2, cols: 2, withHeaderRow: true }),
      '<table><tbody><tr><th><p></p></th><th><p></p></th></tr><tr><td><p></p></td><td><p></p></td></tr></tbody></table>',
    ],
    [
      'a picture',
      (chain) =>
        chain.insertContent({ type: 'image', attrs: { src: '/demo/a.svg', alt: 'A', width: '8', height: '6' } }),
      '<p><img src="/demo/a.svg" alt="A" width="8" height="6"></p>',
    ],
    ['its undoing', (chain) => chain.deleteSelection(), ''],
  ]
  test.each(done)('%s', async (_, act, expected) => {
    open('<p>word</p>')
    act(editor.chain().selectAll()).run()
    const written = htmlOf(editor)
    expect(written).toBe(expected)
    expect(await clean(written)).toBe(written)
  })

  test('rows and columns of a table', async () => {
    open('')
    editor.commands.insertTable({ rows: 2, cols: 1, withHeaderRow: true })
    const acts = ['addRowAfter', 'addColumnAfter', 'addColumnBefore', 'deleteColumn', 'deleteRow'] as const
    for (const act of acts) editor.commands[act]()
    const written = htmlOf(editor)
    expect(written).toBe(`<table><tbody>${'<tr><td><p></p></td><td><p></p></td></tr>'.repeat(2)}</tbody></table>`)
    expect(await clean(written)).toBe(written)
  })

  test('the Tab key moves from cell to cell of a table, and from the last cell out of the text', () => {
    open('<table><tbody><tr><td><p>a</p></td><td><p>b</p></td></tr></tbody></table>')
    const press = (shiftKey = false) => {
      const tab = new KeyboardEvent('keydown', { key: 'Tab', shiftKey })
      return editor.view.someProp('handleKeyDown', (handle) => handle(editor.view, tab)) ?? false
    }
    const cell = () => editor.state.selection.$from.parent.textContent
    editor.commands.setTextSelection(4)
    expect([cell(), press(), cell(), press(), cell()]).toEqual(['a', true, 'b', false, 'b'])
    expect([press(true), cell(), press(true)]).toEqual([true, 'a', false])
  })

  test('a link with another protocol is refused', () => {
    open('<p>word</p>')
    expect(editor.chain().selectAll().setLink({ href: 'javascript:alert(1)' }).run()).toBe(false)
    expect(htmlOf(editor)).toBe('<p>word</p>')
  })

  test('Enter in a caption starts a paragraph and does not split the caption', () => {
    open(`<figure>${image}<figcaption>ab</figcaption></figure>`)
    editor.commands.setTextSelection(2)
    const enter = new KeyboardEvent('keydown', { key: 'Enter' })
    expect(editor.view.someProp('handleKeyDown', (handle) => handle(editor.view, enter))).toBe(true)
    editor.commands.insertContent('c')
    expect(htmlOf(editor)).toBe(`<figure>${image}<figcaption>ab</figcaption></figure><p>c</p>`)
  })
})

test('a link to a file of the shop is written as a path, regardless of its origin', () => {
  expect(open('<p><a href="https://files.example/files/a.pdf">a</a></p>')).toBe(
    '<p><a href="/files/a.pdf" rel="noopener nofollow">a</a></p>',
  )
})

test('pictures from the other origin of the shop stay in a text', () => {
  expect(open(`<p>a${image.replace('/files', 'https://files.example/files')}</p>`)).toBe(`<p>a${image}</p>`)
})

describe('the editor removes', () => {
  test.each([
    ['a picture of another server', '<p>a<img src="https://evil.example/a.png">b</p>', '<p>ab</p>'],
    ['its figure', '<figure><img src="//evil.example/a.png"><figcaption>c</figcaption></figure>', '<p>c</p>'],
    ['a video of another server', '<p>a<video src="https://evil.example/a.mp4">b</video>c</p>', '<p>ac</p>'],
    ['another protocol', '<p><a href="javascript:alert(1)">a</a></p>', '<p>a</p>'],
    ['a relative link', '<p><a href="/admin">a</a></p>', '<p>a</p>'],
    ['styles', '<p style="color:red;text-align:center" id="x" onclick="x()">a</p>', '<p>a</p>'],
    ['other classes', '<p class="fixed align-left">a</p>', '<p class="align-left">a</p>'],
    ['the language of code', '<pre><code class="language-js">a</code></pre>', '<pre><code>a</code></pre>'],
    ['other headings', '<h5>a</h5><p>b</p>', '<p>a</p><p>b</p>'],
    [
      'widths and huge spans of cells',
      '<table style="width:9px"><colgroup><col width="9"></colgroup><tr><td colspan="1e9" colwidth="9" width="9" align="center">a</td></tr></table>',
      '<table><tbody><tr><td><p>a</p></td></tr></tbody></table>',
    ],
    [
      'the attributes of an image that are not its own',
      '<p><img src="http://localhost:3000/demo/a.svg?x" onerror="x()" srcset="/b 2x" width="9%" alt="<b>"></p>',
      '<p><img src="/demo/a.svg" alt="b"></p>',
    ],
  ])('%s', async (_, text, expected) => {
    const written = open(text)
    expect(written).toBe(expected)
    expect(await clean(written)).toBe(written)
  })
})
