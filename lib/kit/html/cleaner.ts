import type { Element, Nodes, Properties, Root } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { type Schema, sanitize } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'
import { toText } from 'hast-util-to-text'
import { defaultTreeAdapter, html as markup, parseFragment } from 'parse5'
import { visit } from 'unist-util-visit'
import { z } from 'zod'
import { invalid } from '@/lib/kit/api/endpoint/problem'
import { containers, renameEquals, replaceContainers } from './blocks'
import type { CleanedHtml } from './clean'
import {
  alignments,
  cellSpan,
  imageAlt,
  imageSize,
  linkHref,
  linkRel,
  listStart,
  type OwnOrigins,
  ownImageSrc,
  videoAttributes,
  videoSign,
  withoutControls,
} from './rules'
import { countWords } from './words'

/** Stored with each text. Increase it with the allowed elements, so that older texts can be found and cleaned again. */
export const cleanerVersion = 3

const classes = alignments.map((one) => `align-${one}`)

const schema: Schema = {
  tagNames: [
    ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'strong', 'em', 'u', 's', 'sub', 'sup', 'blockquote', 'code', 'pre'],
    ...['ul', 'ol', 'li', 'a', 'img', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'figure', 'figcaption', 'video'],
    // Replaced afterwards.
    ...containers,
  ],
  attributes: {
    '*': [['className', ...classes]],
    a: ['href'],
    img: ['src', 'alt', ['width', imageSize], ['height', imageSize]],
    video: ['src', 'poster', ['width', imageSize], ['height', imageSize]],
    ol: [['start', listStart]],
    td: [
      ['colSpan', cellSpan],
      ['rowSpan', cellSpan],
    ],
    th: [
      ['colSpan', cellSpan],
      ['rowSpan', cellSpan],
    ],
  },
  protocols: { href: ['http', 'https', 'mailto', 'tel'] },
  // Other elements are replaced by their content. The content of these is not readable text.
  strip: [
    ...['script', 'style', 'title', 'template', 'noscript', 'noembed', 'noframes', 'iframe', 'object', 'applet'],
    ...['svg', 'math', 'select', 'textarea', 'audio', 'canvas', 'xmp', 'plaintext'],
  ],
  clobber: [],
}

/** Ten times the depth of real pages, and far less than the recursive parts of the parser can handle. */
const maxLevels = 100
/** Ten times those of real pages. Counted while parsing: parsers may repeat an open formatting element many times. */
const maxElements = 10_000
/** Until a pass changes nothing, because the parser may read cleaned HTML differently. */
const maxPasses = 6

const Clean = z.string().brand<'CleanHtml'>()

/** `origins`: of this server and its files. Throws 400 for HTML that is too deep or too complex. */
export function clean(unclean: string, origins: OwnOrigins): CleanedHtml {
  let html = unclean
  let removed_images = 0
  let removed_videos = 0
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const parsed = parse(html)
    renameEquals(parsed)
    const tree = sanitize(parsed, schema)
    replaceContainers(tree)
    const { images, removed } = finish(tree, origins)
    removed_images += removed.images
    removed_videos += removed.videos
    const cleaned = toHtml(tree, { characterReferences: { useNamedReferences: true } })
    if (cleaned === html) {
      const text = toText(tree).trim()
      return {
        html: Clean.parse(html),
        text,
        words: countWords(text),
        images: [...images],
        removed_images,
        removed_videos,
      }
    }
    html = cleaned
  }
  throw tooComplex()
}

const tooDeep = () => invalid('body', 'content', 'too_deep', 'The elements of this text are nested too deeply.')
const tooComplex = () =>
  invalid(
    'body',
    'content',
    'too_complex',
    `This text has more than ${maxElements} elements: paste it without its formatting.`,
  )

/** As the content of a `div`. Throws 400 above `maxLevels` and `maxElements`. */
function parse(html: string): Nodes {
  let levels = 0
  let elements = 0
  const treeAdapter = {
    ...defaultTreeAdapter,
    createElement(...element: Parameters<typeof defaultTreeAdapter.createElement>) {
      elements += 1
      if (elements > maxElements) throw tooComplex()
      return defaultTreeAdapter.createElement(...element)
    },
    onItemPush() {
      levels += 1
      if (levels > maxLevels) throw tooDeep()
    },
    onItemPop() {
      levels -= 1
    },
  }
  const container = defaultTreeAdapter.createElement('div', markup.NS.HTML, [])
  return fromParse5(parseFragment(container, html, { treeAdapter }))
}

/**
 * Applies rules that a list of names cannot express: URLs, attributes of links and videos, and < and > in `alt`, by
 * which parsers in mini-programs find tags. In place. Returns the remaining images.
 */
function finish(tree: Nodes, origins: OwnOrigins) {
  const images = new Set<string>()
  const removed = { images: 0, videos: 0 }
  visit(tree, (node, index, parent) => {
    if (node.type === 'text') node.value = withoutControls(node.value)
    if (node.type !== 'element') return undefined
    const { className, ...properties } = node.properties
    node.properties = Array.isArray(className) && className.length > 0 ? { ...properties, className } : properties
    if (node.tagName === 'pre') dropFirstLineBreaks(node)
    if (!parent || index === undefined) return undefined
    if (node.tagName === 'a') {
      const href = linkHref(properties.href, origins)
      // A link must not contain another link, and each video contains one.
      if (href === undefined || holdsVideo(node)) return replace(parent, index, node.children)
      node.properties = { ...node.properties, href, rel: linkRel }
    }
    if (node.tagName === 'img') {
      const src = ownImageSrc(properties.src, origins)
      if (src === undefined) {
        removed.images += 1
        return replace(parent, index, [])
      }
      images.add(src)
      node.properties = imageProperties(src, node.properties)
    }
    if (node.tagName === 'video') {
      const src = ownImageSrc(properties.src, origins)
      if (src === undefined) {
        removed.videos += 1
        return replace(parent, index, [])
      }
      playVideo(node, src, ownImageSrc(properties.poster, origins))
    }
    return undefined
  })
  return { images, removed }
}

/** Returns the index of the first replacement, at which the visit continues. */
function replace(parent: Root | Element, index: number, replacements: Element['children']): number {
  parent.children.splice(index, 1, ...replacements)
  return index
}

const holdsVideo = ({ children }: Element): boolean =>
  children.some((child) => child.type === 'element' && (child.tagName === 'video' || holdsVideo(child)))

/** In place. The link for clients without videos and the poster stay inside, so that the shop finds both files. */
function playVideo(node: Element, src: string, poster: string | undefined): void {
  const { src: _, poster: __, ...rest } = node.properties
  node.properties = { src, ...(poster && { poster }), ...rest, ...videoAttributes }
  const shown: Element['children'][number] = poster
    ? { type: 'element', tagName: 'img', properties: { src: poster }, children: [] }
    : { type: 'text', value: videoSign }
  node.children = [{ type: 'element', tagName: 'a', properties: { href: src }, children: [shown] }]
}

/** `src` first, where `safeHtml` looks for it. */
function imageProperties(src: string, { src: _, alt, ...rest }: Properties): Properties {
  return { src, ...(typeof alt === 'string' && { alt: imageAlt(alt) }), ...rest }
}

/** Parsers remove these too, so a second cleaning would otherwise change the text again. */
function dropFirstLineBreaks({ children: [first] }: Element): void {
  if (first?.type === 'text') first.value = first.value.replace(/^\n+/, '')
}
