import { type DefaultTreeAdapterMap, parse, parseFragment } from 'parse5'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { CleanHtml } from '@/db/schema/columns'
import type { article } from '@/db/tables'
import { html, type UncleanHtml } from '@/lib/api/fields'
import { cleanHtml, cleanOwnHtml } from './clean'
import { cleanerVersion } from './cleaner'
import { countWords } from './words'

const origin = 'http://localhost:3000'
const clean = (text: string) => cleanHtml(html(300_000).parse(text))

/** Repeats the cleaner's rules, so that a change of them fails here. */
const allowed: Record<string, readonly string[]> = {
  ...Object.fromEntries(
    'p br hr h1 h2 h3 h4 strong em u s blockquote code pre ul li table thead tbody tr figure figcaption'
      .split(' ')
      .map((name) => [name, ['class']]),
  ),
  ol: ['class', 'start'],
  a: ['class', 'href', 'rel'],
  img: ['class', 'src', 'alt', 'width', 'height'],
  td: ['class', 'colspan', 'rowspan'],
  th: ['class', 'colspan', 'rowspan'],
}

const values: Record<string, RegExp> = {
  class: /^align-(left|center|right)( align-(left|center|right))*$/,
  href: /^(https?|mailto|tel):/i,
  rel: /^noopener nofollow$/,
  src: /^\/(files|demo)\/[^\\]/,
  alt: /^[^\p{Cc}<>]*$/u,
  width: /^\d+$/,
  height: /^\d+$/,
  start: /^\d+$/,
  colspan: /^\d+$/,
  rowspan: /^\d+$/,
}

type Node = DefaultTreeAdapterMap['node']

/** Everything in a tree that the cleaner must not let through. */
function faults(node: Node): string[] {
  const childFaults = 'childNodes' in node ? node.childNodes.flatMap(faults) : []
  if (node.nodeName === '#text' || node.nodeName === '#document-fragment') return childFaults
  if (!('tagName' in node)) return [node.nodeName, ...childFaults]
  const names = node.namespaceURI === 'http://www.w3.org/1999/xhtml' ? allowed[node.tagName] : undefined
  if (!names) return [`<${node.tagName}>`, ...childFaults]
  const attributes = node.attrs
    .filter(({ name, value }) => !names.includes(name) || !values[name]?.test(value))
    .map(({ name, value }) => `${node.tagName} ${name}=${value}`)
  const missing = (node.tagName === 'a' && 'href') || (node.tagName === 'img' && 'src')
  return [
    ...attributes,
    ...(missing && !node.attrs.some(({ name }) => name === missing) ? [`${node.tagName} without ${missing}`] : []),
    ...childFaults,
  ]
}

/** The text parsed as a fragment and as a page's body, with and without scripting. */
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
  // A simple scan for tags finds no other elements either.
  expect(
    cleaned.html.match(
      /<(?!\/?(p|br|hr|h[1-4]|strong|em|u|s|blockquote|code|pre|[uo]l|li|a|img|table|thead|tbody|t[rhd]|figure|figcaption)[ >])/,
    ),
  ).toBe(null)
  expect(cleaned.html.isWellFormed()).toBe(true)
  expect(await clean(cleaned.html)).toEqual({ ...cleaned, removed_images: 0 })
  return cleaned
}

const attacks = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<script\t>alert(1)</script\t>',
  '<script/x>alert(1)</script>',
  '<<script>alert(1)//<</script>',
  '<script><!--<script>--></script>alert(1)</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<img src=x onerror=alert(1)>',
  '<img src="/demo/a.svg" onerror="alert(1)" onload=alert(2)>',
  '<img src="/demo/a.svg"onerror=alert(1)>',
  '<img/src="/demo/a.svg"/onerror=alert(1)>',
  '<img src=`javascript:alert(1)`>',
  '<img src="/demo/a.svg" alt="`><script>alert(1)</script>">',
  '<img """><script>alert(1)</script>">',
  '<img src="javascript:alert(1)">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<img srcset="https://evil.example/a.png 2x" src="/demo/a.svg">',
  '<img lowsrc="javascript:alert(1)" dynsrc="javascript:alert(1)">',
  '<img src="//evil.example/a.png"><img src="\\\\evil.example\\a.png"><img src="/\\evil.example/a.png">',
  '<img src="http://localhost:3000@evil.example/demo/a.svg">',
  '<img src="http://localhost:3000.evil.example/demo/a.svg">',
  '<img src="/files/../v1/user"><img src="/demo/%2e%2e/api/cron"><img src="/files/">',
  '<image src="/demo/a.svg" onerror=alert(1)>',
  '<picture><source srcset="https://evil.example/a.png"><img src="/demo/a.svg"></picture>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="\tjava\nscript:alert(1)">x</a>',
  '<a href="java&#x09;script:alert(1)">x</a>',
  '<a href="java&Tab;script&colon;alert(1)">x</a>',
  '<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)">x</a>',
  '<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1)">x</a>',
  '<a href="&#1;javascript:alert(1)">x</a>',
  '<a href="&#0;javascript:alert(1)">x</a>',
  '<a href="javascript&#58;alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="DATA:text/html;base64,PHNjcmlwdD4=">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="blob:https://evil.example/1">x</a><a href="file:///etc/passwd">x</a><a href="ftp://evil.example">x</a>',
  '<a href="//evil.example">x</a><a href="/admin">x</a><a href="#x">x</a><a href="?x">x</a><a href="x:y">x</a>',
  '<a href="https://x.example" onclick="alert(1)" target="_blank" download ping="https://evil.example">x</a>',
  '<a xlink:href="javascript:alert(1)">x</a>',
  '<a href="https://x.example" rel="opener">x</a>',
  '<p onclick="alert(1)" onmouseover=alert(1) ONFOCUS=alert(1) autofocus tabindex=1>x</p>',
  '<p on\u00a0click=alert(1) / onclick\n=\nalert(1)>x</p>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<p style="width:expression(alert(1))">x</p>',
  '<style>@import "https://evil.example/x.css"; p{behavior:url(x.htc)}</style><p>x</p>',
  '<link rel=stylesheet href="https://evil.example/x.css"><meta http-equiv=refresh content="0;url=https://evil.example">',
  '<base href="https://evil.example/"><p>x</p>',
  '<iframe src="javascript:alert(1)"></iframe><iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"><p>x</p></object><embed src="javascript:alert(1)"><applet code=x>y</applet>',
  '<form action="javascript:alert(1)"><input name=x autofocus onfocus=alert(1)><button formaction="javascript:alert(1)">b</button></form>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><mi><table><mglyph><svg><mtext><textarea><path id="</textarea><img onerror=alert(1) src=1>">',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<svg onload=alert(1)><script>alert(1)</script><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<svg><foreignObject><p><img src=x onerror=alert(1)></p></foreignObject></svg>',
  '<svg><desc><table><p title="</desc><img src onerror=alert(1)>"></p></table></desc></svg>',
  '<math href="javascript:alert(1)"><maction actiontype="statusline#x" xlink:href="javascript:alert(1)">x</maction></math>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<noembed><img title="</noembed><img src=x onerror=alert(1)>">',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '<textarea><p title="</textarea><img src=x onerror=alert(1)>">',
  '<title><p title="</title><img src=x onerror=alert(1)>">',
  '<select><template><style><!--</style><a rel="--></style></template></select><img id=x src onerror=alert(1)>">',
  '<template><script>alert(1)</script><img src=x onerror=alert(1)></template>',
  '<plaintext><script>alert(1)</script>',
  '<!--><script>alert(1)</script>-->',
  '<!-- --!><img src=x onerror=alert(1)> -->',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><?php echo 1 ?><!DOCTYPE html [<!ENTITY x "y">]>',
  '<p id=location name=cookie>x</p><a id=__proto__ name=constructor href="https://x.example">x</a>',
  '<img name=getElementById src="/demo/a.svg"><form id=test><input id=attributes></form>',
  '<p class="align-left fixed __proto__" data-x=1 slot=x is=x part=x aria-label=x role=button itemprop=x lang=x dir=rtl>x</p>',
  '<table background="javascript:alert(1)"><tr><td background="javascript:alert(1)" colspan="1e9" rowspan="-1">x</td></tr></table>',
  '<table><script>alert(1)</script><tr><td>x</td></tr><img src=x onerror=alert(1)></table>',
  '<video src=x onerror=alert(1)><source onerror=alert(1)></video><audio src=x onerror=alert(1)>',
  '<details open ontoggle=alert(1)><summary>x</summary></details><marquee onstart=alert(1)>x</marquee>',
  '<body onload=alert(1)><html onclick=alert(1)><head><frameset onload=alert(1)>',
  '<p/onclick=alert(1)//>x<p/><p a="<p onclick=alert(1)>">',
  '<a href="https://x.example"><a href="javascript:alert(1)"><table><a href="https://y.example">x</table></a></a>',
  '<p><b><i><u><s>x</p>y</b>z</i><p>w</u></s>',
  '<h1><p>x<h2>y</p></h1><li>z<ul><p>w</ul></li></table></td>',
  '<p>x</p\n><p title=">" onclick=alert(1)>y</p><p title=\'>\' onclick=alert(1)>z</p>',
  '<custom-element><x-y onclick=alert(1)>x</x-y></custom-element><constructor>x</constructor><__proto__>y</__proto__>',
  '<pre>\n\n\n  <script>x</script>y</pre><pre><span>\n\nx</span></pre>',
  '<img src="/demo/a.svg" width="100%" height="9999999999" alt="&#1;x&quot;&lt;script&gt;">',
  '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
  '\u3000<img src=x onerror=alert(1)>\u2028<script>alert(1)</script>\ufeff',
]

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
    for (let round = 0; round < 1_000; round += 1) {
      const parts = Array.from({ length: 2 + random(10) }, () => {
        if (random(3) > 0) return from(pieces)
        const attack = from(attacks) ?? ''
        return attack.slice(random(attack.length), attack.length - random(3) * random(10))
      })
      await expectClean(parts.join(''))
    }
  }, 60_000)
})

describe('what cannot be parsed or stored', () => {
  test.each([
    ['div', '<div>'.repeat(10_000)],
    ['strong, closed', `${'<strong>'.repeat(10_000)}x${'</strong>'.repeat(10_000)}`],
    ['quotations', '<blockquote>'.repeat(10_000)],
    ['lists', '<ul><li>'.repeat(10_000)],
    ['tables', '<table><tr><td>'.repeat(10_000)],
    ['removed elements', '<svg><g>'.repeat(10_000)],
    [
      'repeated in each paragraph',
      `${Array.from({ length: 90 }, (_, i) => `<b x=${i}>`).join('')}${'<p>'.repeat(50_000)}`,
    ],
  ])('too many levels or elements are refused: %s', async (_, text) => {
    await expect(clean(text)).rejects.toMatchObject({
      code: 'invalid_request',
      extras: { invalid_params: [{ in: 'body', name: 'content', code: 'too_deep' }] },
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

test('a long text is cleaned within 20 seconds', async () => {
  const texts = [
    '<p>一段很普通的文字，<strong>有粗体</strong>。</p>'.repeat(5_400),
    'hello world '.repeat(16_600),
    '<'.repeat(200_000),
    '<table>a'.repeat(20_000),
    `<p ${Array.from({ length: 40_000 }, (_, i) => i.toString(36)).join(' ')}>`,
    '<a href="https://x.example">'.repeat(7_000),
  ]
  for (const text of texts) {
    const started = performance.now()
    await clean(text)
    expect(performance.now() - started).toBeLessThan(20_000)
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

  test('has a version to store with the text', () => expect(cleanerVersion).toBeGreaterThan(0))
})

test('only cleaned HTML has the type of the column', async () => {
  type Stored = (typeof article.$inferInsert)['content']
  expectTypeOf<string>().not.toExtend<Stored>()
  expectTypeOf<UncleanHtml>().not.toExtend<Stored>()
  expectTypeOf<CleanHtml>().toExtend<Stored>()
  expect(await cleanOwnHtml('<p onclick=x>y</p>')).toBe('<p>y</p>')
})
