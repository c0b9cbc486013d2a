import type { Element, Nodes, Properties, Root } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { type Schema, sanitize } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'
import { toText } from 'hast-util-to-text'
import { defaultTreeAdapter, html as markup, parseFragment } from 'parse5'
import { visit } from 'unist-util-visit'
import { z } from 'zod'
import { invalid } from '@/lib/api/problem'
import type { CleanedHtml } from './clean'
import { countWords } from './words'

/** Stored with each text: raised with every change of what is allowed, so that older texts can be cleaned again. */
export const cleanerVersion = 1

const classes = ['align-left', 'align-center', 'align-right']

const schema: Schema = {
  tagNames: [
    ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'strong', 'em', 'u', 's', 'blockquote', 'code', 'pre'],
    ...['ul', 'ol', 'li', 'a', 'img', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'figure', 'figcaption'],
  ],
  attributes: {
    '*': [['className', ...classes]],
    a: ['href'],
    img: ['src', 'alt', ['width', /^[1-9]\d{0,3}$/], ['height', /^[1-9]\d{0,3}$/]],
    ol: [['start', /^\d{1,4}$/]],
    td: [
      ['colSpan', /^[1-9]\d?$/],
      ['rowSpan', /^[1-9]\d?$/],
    ],
    th: [
      ['colSpan', /^[1-9]\d?$/],
      ['rowSpan', /^[1-9]\d?$/],
    ],
  },
  protocols: { href: ['http', 'https', 'mailto', 'tel'] },
  // What else is not allowed leaves its text behind; the text of these was never meant to be read.
  strip: [
    ...['script', 'style', 'title', 'template', 'noscript', 'noembed', 'noframes', 'iframe', 'object', 'applet'],
    ...['svg', 'math', 'select', 'textarea', 'audio', 'video', 'canvas', 'xmp', 'plaintext'],
  ],
  clobber: [],
}

/** Where the shop keeps its pictures, on this server. */
const storedPicture = /^\/(files|demo)\/./

/** Pages have a tenth of it; far below what the parser, which is recursive in places, can take. */
const mostLevels = 100
/** A closed element may be repeated by the parser in every paragraph that follows. */
const mostElements = 50_000
/** What is taken apart may be read differently the next time; after this many times it must have settled. */
const mostPasses = 6

const Clean = z.string().brand<'CleanHtml'>()

/** See `cleanHtml`. `origin` is this server's own. */
export function clean(unclean: string, origin: string): CleanedHtml {
  let html = unclean
  let removed_images = 0
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const tree = sanitize(parse(html), schema)
    const pictures = finish(tree, origin)
    removed_images += pictures.removed
    const cleaned = toHtml(tree, { characterReferences: { useNamedReferences: true } })
    if (cleaned === html) {
      const text = toText(tree).trim()
      return {
        html: Clean.parse(html),
        text,
        words: countWords(text),
        images: [...pictures.used],
        removed_images,
      }
    }
    html = cleaned
  }
  throw unreadable()
}

const unreadable = () =>
  invalid('body', 'content', 'too_deep', 'This text has too many elements, or they are nested too deeply.')

/** As a browser reads what is put into a `div`. */
function parse(html: string): Nodes {
  let levels = 0
  let elements = 0
  const treeAdapter = {
    ...defaultTreeAdapter,
    createElement(...element: Parameters<typeof defaultTreeAdapter.createElement>) {
      elements += 1
      if (elements > mostElements) throw unreadable()
      return defaultTreeAdapter.createElement(...element)
    },
    onItemPush() {
      levels += 1
      if (levels > mostLevels) throw unreadable()
    },
    onItemPop() {
      levels -= 1
    },
  }
  const within = defaultTreeAdapter.createElement('div', markup.NS.HTML, [])
  return fromParse5(parseFragment(within, html, { treeAdapter }))
}

/**
 * What a list of allowed names cannot say: addresses, and the attributes that every link gets. No attribute holds < or >,
 * because the parsers of mini-programs look for tags by these alone. Changes the tree.
 */
function finish(tree: Nodes, origin: string): { used: Set<string>; removed: number } {
  const used = new Set<string>()
  let removed = 0
  visit(tree, (node, index, parent) => {
    if (node.type === 'text') node.value = withoutControls(node.value)
    if (node.type !== 'element') return undefined
    const { className, ...properties } = node.properties
    node.properties = Array.isArray(className) && className.length > 0 ? { ...properties, className } : properties
    if (node.tagName === 'pre') dropFirstLineBreaks(node)
    if (!parent || index === undefined) return undefined
    if (node.tagName === 'a') {
      if (isLink(properties.href)) node.properties = { ...node.properties, rel: ['noopener', 'nofollow'] }
      else return replace(parent, index, node.children)
    }
    if (node.tagName === 'img') {
      const src = pictureAddress(properties.src, origin)
      if (src === undefined) {
        removed += 1
        return replace(parent, index, [])
      }
      used.add(src)
      node.properties = pictureProperties(src, node.properties)
    }
    return undefined
  })
  return { used, removed }
}

/** Answers where to go on: with what stands there now. */
function replace(parent: Root | Element, index: number, by: Element['children']): number {
  parent.children.splice(index, 1, ...by)
  return index
}

/** The address first: `safeHtml` finds it there. */
function pictureProperties(src: string, { src: _, alt, ...rest }: Properties): Properties {
  return { src, ...(typeof alt === 'string' && { alt: withoutControls(alt).replaceAll(/[<>]/g, '') }), ...rest }
}

const withoutControls = (value: string) => value.replaceAll(/[^\P{Cc}\n\t]/gu, '')

/** A parser skips the first one. */
function dropFirstLineBreaks({ children: [first] }: Element): void {
  if (first?.type === 'text') first.value = first.value.replace(/^\n+/, '')
}

/** Of this shop's own picture the path on this server; undefined for any other. */
function pictureAddress(src: Properties[string], origin: string): string | undefined {
  if (typeof src !== 'string' || !URL.canParse(src, origin)) return undefined
  const url = new URL(src, origin)
  return url.origin === origin && storedPicture.test(url.pathname) ? url.pathname : undefined
}

const linked = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** Complete addresses only: a text is also shown outside of this site, where others lead nowhere. */
const isLink = (href: Properties[string]) =>
  typeof href === 'string' && !/[\p{Cc}<>]/u.test(href) && URL.canParse(href) && linked.has(new URL(href).protocol)
