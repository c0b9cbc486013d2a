import fc from 'fast-check'
import { type DefaultTreeAdapterMap, parse, parseFragment } from 'parse5'
import { describe, expect, expectTypeOf, test, vi } from 'vitest'
import type { CleanHtml } from '@/db/schema/columns'
import type { article } from '@/db/tables'
import { html, type UncleanHtml } from '@/lib/kit/api/endpoint/fields'
import { attacks } from '@/lib/server/testing/attacks'
import { cleanOwnHtml } from '@/lib/server/testing/html'
import { rounds } from '@/lib/server/testing/races'
import { cleanHtml } from './clean'
import { cleanerVersion } from './cleaner'
import { countWords } from './words'

const origin = 'http://localhost:3000'
const clean = (text: string) => cleanHtml(html(300_000).parse(text))

/** A copy of the cleaner's rules, so that a change of the rules makes this test fail. */
const allowed: Record<string, readonly string[]> = {
  ...Object.fromEntries(
    'p br hr h1 h2 h3 h4 strong em u s sub sup blockquote code pre ul li table thead tbody tr figure figcaption'
      .split(' ')
      .map((name) => [name, ['class']]),
  ),
  ol: ['class', 'start'],
  a: ['class', 'href', 'rel'],
  img: ['class', 'src', 'alt', 'width', 'height'],
  video: ['class', 'src', 'poster', 'width', 'height', 'controls', 'preload', 'playsinline'],
  td: ['class', 'colspan', 'rowspan'],
  th: ['class', 'colspan', 'rowspan'],
}

const values: Record<string, RegExp> = {
  class: /^align-(left|center|right)( align-(left|center|right))*$/,
  href: /^((https?|mailto|tel):|\/(files|demo)\/[^\\])/i,
  rel: /^noopener nofollow$/,
  src: /^\/(files|demo)\/[^\\]/,
  poster: /^\/(files|demo)\/[^\\]/,
  controls: /^$/,
  preload: /^metadata$/,
  playsinline: /^$/,
  alt: /^[^\p{Cc}<>]*$/u,
  width: /^\d+$/,
  height: /^\d+$/,
  start: /^\d+$/,
  colspan: /^\d+$/,
  rowspan: /^\d+$/,
}

type Node = DefaultTreeAdapterMap['node']

/** Returns the nodes and attributes in a tree that the cleaner should have removed. */
function faults(node: Node): string[] {
  const childFaults = 'childNodes' in node ? node.childNodes.flatMap(faults) : []
  if (node.nodeName === '#text' || node.nodeName === '#document-fragment') return childFaults
  if (!('tagName' in node)) return [node.nodeName, ...childFaults]
  const names = node.namespaceURI === 'http://www.w3.org/1999/xhtml' ? allowed[node.tagName] : undefined
  if (!names) return [`<${node.tagName}>`, ...childFaults]
  const attributes = node.attrs
    .filter(({ name, value }) => !names.includes(name) || !values[name]?.test(value))
    .map(({ name, value }) => `${node.tagName} ${name}=${value}`)
  const missing = (node.tagName === 'a' && 'href') || (['img', 'video'].includes(node.tagName) && 'src')
  return [
    ...attributes,
    ...(missing && !node.attrs.some(({ name }) => name === missing) ? [`${node.tagName} without ${missing}`] : []),
    ...childFaults,
  ]
}

/**
 * Returns all results of parsing the text: as a fragment and as the body of a page, each with and without scripting.
 */
function readings(text: string): Node[] {
  const inPage = (scriptingEnabled: boolean): Node[] => {
    const [root] = parse(`<!doctype html><body>${text}`, { scriptingEnabled }).childNodes.slice(1)
    const body = root && 'childNodes' in root ? root.childNodes[1] : undefined
    return body && 'childNodes' in body ? body.childNodes : []
  }
  return [parseFragment(text), parseFragment(text, { scriptingEnabled: false }), ...inPage(true), ...inPage(false)]
}

async function expectClean(text: string) {
  const cleaned = await clean(text)
  expect(readings(cleaned.html).flatMap(faults)).toEqual([])
  // A parser that only searches for tags finds no other elements either.
  expect(
    cleaned.html.match(
      /<(?!\/?(p|br|hr|h[1-4]|strong|em|u|s|sub|sup|blockquote|code|pre|[uo]l|li|a|img|table|thead|tbody|t[rhd]|figure|figcaption|video)[ >])/,
    ),
  ).toBe(null)
  expect(cleaned.html.isWellFormed()).toBe(true)
  expect(await clean(cleaned.html)).toEqual({ ...cleaned, removed_images: 0, removed_videos: 0 })
  return cleaned
}

describe('attacks', () => {
  test('the list is long and has no duplicates', () => expect(new Set(attacks).size).toBeGreaterThan(80))

  test.each(attacks)('%s', async (attack) => {
    await expectClean(attack)
    await expectClean(`<table><tr><td>${attack}</td></tr></table><p>${attack}`)
  })

  test('in random combinations', async () => {
    let state = 20_261_121
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * below)
    }
    const from = <T>(list: readonly T[]) => list[random(list.length)]
    const pieces = [
      ...'<p> </p> <table> </table> <tr> <td> </td> <caption> <tfoot> <a href="https://x.example"> </a> <button> </button>'.split(
        ' ',
      ),
      ...'<strong> </strong> <em> </em> <ul> <li> </ul> <pre> </pre> <svg> </svg> <math> <mtext> <style> </style> <!-- -->'.split(
        ' ',
      ),
      ...[
        '<b a=1>',
        '</b>',
        '<div>',
        '</div>',
        '<h1>',
        '</h1>',
        '<form>',
        '<select>',
        '<option>',
        '<template>',
        '</template>',
        '<video src=/files/a.mp4>',
        '</video>',
      ],
      ...[
        '\n',
        '"',
        "'",
        '>',
        '<',
        '&',
        '&lt;',
        '&#13;',
        '&nbsp;',
        'x',
        '字',
        '<br>',
        '<img src="/demo/a.svg">',
        '<hr>',
        '<object>',
      ],
    ]
    for (let round = 0; round < rounds(1_000); round += 1) {
      const parts = Array.from({ length: 2 + random(10) }, () => {
        if (random(3) > 0) return from(pieces)
        const attack = from(attacks) ?? ''
        return attack.slice(random(attack.length), attack.length - random(3) * random(10))
      })
      await expectClean(parts.join(''))
    }
  }, 60_000)
})

describe('HTML that cannot be parsed or stored', () => {
  test.each([
    ['div', '<div>'.repeat(10_000)],
    ['strong, closed', `${'<strong>'.repeat(10_000)}x${'</strong>'.repeat(10_000)}`],
    ['quotations', '<blockquote>'.repeat(10_000)],
    ['lists', '<ul><li>'.repeat(10_000)],
    ['tables', '<table><tr><td>'.repeat(10_000)],
    ['removed elements', '<svg><g>'.repeat(10_000)],
  ])('too many levels are refused: %s', async (_, text) => {
    await expect(clean(text)).rejects.toMatchObject({
      code: 'invalid_request',
      extras: { invalid_params: [{ in: 'body', name: 'content', code: 'too_deep' }] },
    })
  })

  test.each([
    ['paragraphs', '<p>'.repeat(10_001)],
    ['removed elements', '<x-y>a</x-y>'.repeat(10_001)],
    [
      'repeated in each paragraph',
      `<p>${Array.from({ length: 90 }, (_, i) => `<b x=${i}>`).join('')}${'<p>a'.repeat(200)}`,
    ],
  ])('more than 10,000 elements are refused: %s', async (_, text) => {
    await expect(clean(text)).rejects.toMatchObject({
      code: 'invalid_request',
      extras: { invalid_params: [{ in: 'body', name: 'content', code: 'too_complex' }] },
    })
  })

  test('fifty levels are accepted', async () => {
    await expectClean(`${'<blockquote>'.repeat(50)}x${'</blockquote>'.repeat(50)}`)
  })

  test('characters that cannot be stored are refused', () => {
    for (const text of ['<p>\ud800</p>', '<p>\udc00x</p>', '<p>\u0000</p>', '<p>\u001b[31m</p>']) {
      expect(html(100).safeParse(text).error?.issues).toMatchObject([{ params: { code: 'invalid_characters' } }])
    }
    expect(html(100).parse('<p>a\r\nb\rc\td</p>')).toBe('<p>a\nb\nc\td</p>')
  })
})

test('a long text is cleaned within 5 seconds of processor time', async () => {
  const texts = [
    '<p>一段很普通的文字，<strong>有粗体</strong>。</p>'.repeat(4_990),
    'hello world '.repeat(16_600),
    '<'.repeat(200_000),
    '<table>a'.repeat(9_990),
    `<p ${Array.from({ length: 40_000 }, (_, i) => i.toString(36)).join(' ')}>`,
    '<a href="https://x.example">'.repeat(7_000),
  ]
  for (const text of texts) {
    const before = process.cpuUsage()
    await clean(text)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000_000).toBeLessThan(5)
  }
}, 60_000)

describe('HTML from the editor is not changed', () => {
  const link = '<a href="https://shop.example/?a=1&amp;b=2#c" rel="noopener nofollow">店</a>'
  test.each([
    '',
    '<p></p>',
    '<p>其实盖碗不烫人，烫人的多半是水。</p>',
    '<h1>一</h1><h2>二</h2><h3>三</h3><h4>四</h4>',
    '<p><strong>a</strong> <em>b</em> <u>c</u> <s>d</s> <code>e &amp; f &lt; g</code><br>h</p><hr>',
    '<ul><li><p>a</p><ol start="3"><li><p>b</p></li></ol></li></ul>',
    '<blockquote><p class="align-center">q</p></blockquote>',
    '<pre><code>if (a &lt; b) {\n\treturn\n}</code></pre>',
    `<p class="align-right">${link}<a href="mailto:a@b.example" rel="noopener nofollow">m</a></p>`,
    '<p><a href="tel:+8613800000000" rel="noopener nofollow">t</a></p>',
    '<figure class="align-center"><img src="/files/2026/11/0123456789abcdef.webp" alt="一只杯子" width="800" height="600"><figcaption>图</figcaption></figure>',
    '<table><thead><tr><th colspan="2"><p>h</p></th></tr></thead><tbody><tr><td rowspan="2"><p>a</p></td><td><p>b</p></td></tr></tbody></table>',
  ])('%s', async (text) => expect((await expectClean(text)).html).toBe(text))
})

describe('texts of other editors keep their meaning', () => {
  test.each([
    ['<section>第一</section><section>第二</section>', '<p>第一</p><p>第二</p>'],
    ['<section><span>第一<b>x</b></span></section><section><br></section>', '<p>第一<strong>x</strong></p><p><br></p>'],
    ['<div><p>a</p>b<br>c</div>d', '<p>a</p><p>b<br>c</p>d'],
    ['<div>\n  <div>a</div>\n</div>', '<p>a</p>'],
    ['<div class="align-right">a</div><center>b</center>', '<p class="align-right">a</p><p class="align-center">b</p>'],
    ['<dl><dt>产地</dt><dd>杭州</dd></dl>', '<p>产地</p><p>杭州</p>'],
    ['<address>杭州<br>西湖</address>', '<p>杭州<br>西湖</p>'],
    ['<h5>a</h5><h6>b</h6>', '<h4>a</h4><h4>b</h4>'],
    ['<h2><div>a</div><div>b</div></h2>', '<h2>a<br>b</h2>'],
    ['<ul><div><li><div>a</div><div>b</div></li></div></ul>', '<ul><li><p>a</p><p>b</p></li></ul>'],
    [
      '<table><caption>尺寸</caption><tr><td><div>1</div><div>2</div></td></tr></table>',
      '<p>尺寸</p><table><tbody><tr><td><p>1</p><p>2</p></td></tr></tbody></table>',
    ],
    [
      '<p><del>99</del> <ins>88</ins> 10<sup>5</sup> <i>a</i></p>',
      '<p><s>99</s> <u>88</u> 10<sup>5</sup> <em>a</em></p>',
    ],
    ['<b style="font-weight:normal;" id="docs-internal-guid-1"><p>a<b>b</b></p></b>', '<p>a<strong>b</strong></p>'],
  ])('%s', async (text, expected) => expect((await expectClean(text)).html).toBe(expected))

  test('of a Word document the text alone is kept', async () => {
    const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0} --></style>
      <!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]--></head><body><!--StartFragment--><p class="MsoNormal"
      style="mso-margin-top-alt:auto"><span style="font-family:SimSun">一<o:p></o:p></span></p><!--EndFragment--></body></html>`
    expect((await expectClean(word)).html.trim()).toBe('<p>一</p>')
  })
})

describe('the result', () => {
  test('has own images without the origin; others are removed and counted', async () => {
    const cleaned = await expectClean(
      `<p>a<img alt="x" src="${origin}/demo/a.svg"><img src="/files/b.webp?x#y"><img src="/demo/a.svg"><img src="https://cdn.example/c.png"><img></p>`,
    )
    expect(cleaned).toMatchObject({
      html: '<p>a<img src="/demo/a.svg" alt="x"><img src="/files/b.webp"><img src="/demo/a.svg"></p>',
      images: ['/demo/a.svg', '/files/b.webp'],
      removed_images: 2,
    })
  })

  test('has videos of own files, which do not play by themselves; others are removed and counted', async () => {
    const fixed = 'controls preload="metadata" playsinline'
    const link = (shown: string) => `<a href="/files/a.mp4" rel="noopener nofollow">${shown}</a>`
    const cleaned = await expectClean(
      `<p><video autoplay muted loop onplay="x()" src="${origin}/files/a.mp4?x" poster="${origin}/files/p.webp" width="640" height="360"><source src="/files/b.mp4">old</video>` +
        `<video src="/files/a.mp4" poster="https://cdn.example/p.png" width="9%"></video></p>` +
        '<video src="https://cdn.example/a.mp4"></video><video><source src="/files/a.mp4"></video><video src="blob:x">',
    )
    expect(cleaned).toMatchObject({
      html:
        `<p><video src="/files/a.mp4" poster="/files/p.webp" width="640" height="360" ${fixed}>${link('<img src="/files/p.webp">')}</video>` +
        `<video src="/files/a.mp4" ${fixed}>${link('▶')}</video></p>`,
      images: ['/files/p.webp'],
      removed_images: 0,
      removed_videos: 3,
    })
    // A link around a video is removed: the video contains another link.
    expect(
      (await expectClean('<p><a href="https://x.example/">a<em><video src="/files/a.mp4"></video></em></a></p>')).html,
    ).toBe(`<p>a<em><video src="/files/a.mp4" ${fixed}>${link('▶')}</video></em></p>`)
  })

  test('has links to own files without the origin', async () => {
    const to = (href: string) => `<p><a href="${href}" rel="noopener nofollow">a</a></p>`
    for (const [given, stored] of [
      [`${origin}/files/2026/11/a.pdf`, '/files/2026/11/a.pdf'],
      ['/files/2026/11/a.pdf#page=2', '/files/2026/11/a.pdf#page=2'],
      [`${origin}/files/../admin`, `${origin}/files/../admin`],
      ['https://elsewhere.example/files/a.pdf', 'https://elsewhere.example/files/a.pdf'],
    ] as const)
      expect((await expectClean(to(given))).html).toBe(to(stored))
  })

  test('has only the text of a link without a valid URL, even inside another link', async () => {
    expect((await expectClean('<p>a<a href="/x">b<strong>c</strong></a><a>d</a></p>')).html).toBe(
      '<p>ab<strong>c</strong>d</p>',
    )
  })

  test('has the plain text and its number of words', async () => {
    expect(await clean('<h1>标题</h1><p>Two words,<br>盖碗 3 只。</p><ul><li>don’t</li></ul>')).toMatchObject({
      text: '标题\n\nTwo words,\n盖碗 3 只。\n\ndon’t',
      words: 9,
    })
  })

  test.each([
    ['', 0],
    ['  \n ', 0],
    ['字', 1],
    ['一二三', 3],
    ['ひらがな カタカナ', 8],
    ['3月 and v1.2', 4],
    ['—— …… 。', 0],
    ['hello,world', 2],
    ['x'.repeat(250), 3],
  ])('words of %j', (text, words) => expect(countWords(text)).toBe(words))

  test('words between spaces of any kind are counted as one by one', () => {
    const unit = fc.constantFrom('a', 'é', '1', '.', '-', '’', ' ', '\n', '\u00a0', '龙', '👍', '한')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 300 }), (text) => {
        const each = text.split(/\s+/u).map(countWords)
        expect(countWords(text)).toBe(each.reduce((sum, words) => sum + words, 0))
      }),
    )
  })

  test.each(['a\n', '. ', 'é ', '"\u00a0', '龙a'])('200 KB of %j need few calls of the segmenter', (unit) => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment')
    try {
      countWords(unit.repeat(200_000 / unit.length))
      expect(segment.mock.calls.length).toBeLessThan(200_000 / 40)
    } finally {
      segment.mockRestore()
    }
  })

  test('has a version to store with the text', () => expect(cleanerVersion).toBeGreaterThan(0))
})

test('only cleaned HTML has the type of the column', async () => {
  type Stored = (typeof article.$inferInsert)['content']
  expectTypeOf<string>().not.toExtend<Stored>()
  expectTypeOf<UncleanHtml>().not.toExtend<Stored>()
  expectTypeOf<CleanHtml>().toExtend<Stored>()
  expect(await cleanOwnHtml('<p onclick=x>y</p>')).toBe('<p>y</p>')
})
