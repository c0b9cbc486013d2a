import type { Element, ElementContent, Nodes, RootContent } from 'hast'

/* Texts from other editors have elements that are not allowed here; some use a `section` for each paragraph. */

/** By name: an allowed element with the same meaning. */
const equals: ReadonlyMap<string, string> = new Map([
  ...(['b', 'strong'] as const).map((name) => [name, 'strong'] as const),
  ...(['i', 'cite', 'dfn', 'var'] as const).map((name) => [name, 'em'] as const),
  ...(['del', 'strike'] as const).map((name) => [name, 's'] as const),
  ...(['kbd', 'samp', 'tt'] as const).map((name) => [name, 'code'] as const),
  ['ins', 'u'],
  ['h5', 'h4'],
  ['h6', 'h4'],
  ['menu', 'ul'],
])

/** No allowed element has their meaning: their lines of text become paragraphs. */
export const containers: readonly string[] = [
  ...['div', 'section', 'article', 'main', 'header', 'footer', 'aside', 'nav', 'hgroup', 'address', 'center'],
  ...['dl', 'dt', 'dd', 'details', 'summary', 'fieldset', 'legend', 'form', 'caption'],
]

const blocks = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'ul', 'ol', 'blockquote', 'pre', 'table', 'figure', 'hr'])

/** Divided into blocks, or into parts such as table rows. The content of all other elements is lines of text. */
const divided: ReadonlyMap<string, 'blocks' | 'parts'> = new Map([
  ...(['blockquote', 'li', 'td', 'th'] as const).map((name) => [name, 'blocks'] as const),
  ...(['table', 'thead', 'tbody', 'tr', 'ul', 'ol'] as const).map((name) => [name, 'parts'] as const),
])

/** In place. A `b` that is not bold becomes a `span`: Google Docs puts everything into such a `b`. */
export function renameEquals(node: Nodes): void {
  if (!('children' in node)) return
  for (const child of node.children) {
    if (child.type === 'element') {
      const isPlain = child.tagName === 'b' && /font-weight:\s?normal/i.test(String(child.properties.style ?? ''))
      child.tagName = isPlain ? 'span' : (equals.get(child.tagName) ?? child.tagName)
    }
    renameEquals(child)
  }
}

/** In place. */
export function replaceContainers(tree: Nodes): void {
  if ('children' in tree) tree.children = withoutContainers(tree.children, 'blocks')
}

function withoutContainers(nodes: readonly RootContent[], division: 'blocks' | 'parts' | 'lines'): ElementContent[] {
  const result: ElementContent[] = []
  for (const node of nodes) {
    if (node.type === 'doctype') continue
    if (node.type !== 'element') result.push(node)
    else if (!containers.includes(node.tagName)) {
      if (node.tagName === 'table') result.push(...captionsOf(node))
      node.children = withoutContainers(node.children, divided.get(node.tagName) ?? 'lines')
      result.push(node)
    } else {
      const content = withoutContainers(node.children, division)
      const last = result.at(-1)
      if (division === 'blocks') result.push(...paragraphs(node, content))
      else if (division === 'lines' && last && !isElement(last, 'br')) result.push(element('br', []), ...content)
      else result.push(...content)
    }
  }
  return result
}

const isElement = (node: ElementContent, name: string) => node.type === 'element' && node.tagName === name

const element = (tagName: string, children: ElementContent[], properties: Element['properties'] = {}): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
})

/** Removes the captions in place, and returns them as paragraphs. */
function captionsOf(table: Element): Element[] {
  const captions = table.children.filter((child) => child.type === 'element' && child.tagName === 'caption')
  table.children = table.children.filter((child) => !captions.includes(child))
  return captions.flatMap((caption) =>
    'children' in caption ? [element('p', withoutContainers(caption.children, 'lines'))] : [],
  )
}

/** Texts between blocks become paragraphs with the alignment of the container. */
function paragraphs({ tagName, properties }: Element, content: readonly ElementContent[]): ElementContent[] {
  const result: ElementContent[] = []
  let line: ElementContent[] = []
  const end = () => {
    const isBlank = line.every((node) => node.type !== 'element' && (node.type !== 'text' || node.value.trim() === ''))
    const className = properties.className ?? (tagName === 'center' ? ['align-center'] : undefined)
    if (!isBlank) result.push(element('p', line, className === undefined ? {} : { className }))
    line = []
  }
  for (const node of content) {
    if (node.type === 'element' && blocks.has(node.tagName)) {
      end()
      result.push(node)
    } else line.push(node)
  }
  end()
  return result
}
