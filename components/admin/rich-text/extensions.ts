import { type AnyExtension, type Editor, Extension, Mark, Node } from '@tiptap/core'
import { Code } from '@tiptap/extension-code'
import { CodeBlock } from '@tiptap/extension-code-block'
import { Link } from '@tiptap/extension-link'
import { ListItem, OrderedList } from '@tiptap/extension-list'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'
import {
  type Alignment,
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
} from '@/lib/kit/html/rules'
import { Uploads } from './uploads'

/*
 * The HTML of the editor is exactly that of `cleanHtml`, so that saving an unchanged text changes nothing.
 * Content without a node, such as a picture from another server, cannot be inserted.
 */

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    alignment: {
      /** null: removes the alignment. */
      align: (alignment: Alignment | null) => ReturnType
    }
  }
}

const alignable = ['paragraph', 'heading', 'figure']

/** Keep the alignment of a stored text. The toolbar aligns only those in `alignable`. */
const classed = [
  ...alignable,
  ...['blockquote', 'bulletList', 'orderedList', 'listItem', 'codeBlock', 'horizontalRule'],
  ...['table', 'tableRow', 'tableHeader', 'tableCell'],
]

/** As a class, because the server removes `style` attributes. */
const Alignments = Extension.create({
  name: 'alignments',
  addGlobalAttributes: () => [
    {
      types: classed,
      attributes: {
        alignment: {
          default: null,
          parseHTML: ({ classList }) => alignments.find((one) => classList.contains(`align-${one}`)) ?? null,
          renderHTML: ({ alignment }) => (typeof alignment === 'string' ? { class: `align-${alignment}` } : {}),
        },
      },
    },
  ],
  addCommands: () => ({
    align:
      (alignment) =>
      ({ commands }) =>
        alignable.map((type) => commands.updateAttributes(type, { alignment })).some(Boolean),
  }),
})

type Attributes = Record<string, unknown>

/** As in the HTML that `cleanHtml` writes. */
const classLast = ({ class: name, ...rest }: Attributes): Attributes => ({ ...rest, class: name })

const sizeOf = (image: Element, name: string) => {
  const size = image.getAttribute(name) ?? ''
  return imageSize.test(size) ? size : null
}

/** false: an image from another site. */
function imageAttributes(image: Element, origins: OwnOrigins): Attributes | false {
  const src = ownImageSrc(image.getAttribute('src'), origins)
  if (src === undefined) return false
  const alt = image.getAttribute('alt')
  const [width, height] = [sizeOf(image, 'width'), sizeOf(image, 'height')]
  return { src, alt: alt === null ? null : imageAlt(alt), width, height }
}

/** Without a parser for each attribute: the node's `getAttrs` parses all together. */
const addImageAttributes = (rendered: boolean) => () => {
  const attribute = { default: null, rendered, parseHTML: () => null }
  return { src: attribute, alt: attribute, width: attribute, height: attribute }
}

interface PictureOptions {
  origins: OwnOrigins
}

const noOrigins = (): PictureOptions => ({ origins: [''] })

/** Within a line of text. */
const Picture = Node.create<PictureOptions>({
  name: 'image',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: addImageAttributes(true),
  addOptions: noOrigins,
  parseHTML() {
    const { origins } = this.options
    return [{ tag: 'img[src]', getAttrs: (image) => imageAttributes(image, origins) }]
  },
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
})

/** As from `cleanHtml`, contains a link for clients that cannot show videos. */
const Video = Node.create<PictureOptions>({
  name: 'video',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes() {
    const attribute = { default: null, parseHTML: () => null }
    return { src: attribute, poster: attribute, width: attribute, height: attribute }
  },
  addOptions: noOrigins,
  parseHTML() {
    const { origins } = this.options
    const getAttrs = (video: Element) => {
      const src = ownImageSrc(video.getAttribute('src'), origins)
      const poster = ownImageSrc(video.getAttribute('poster'), origins) ?? null
      return src !== undefined && { src, poster, width: sizeOf(video, 'width'), height: sizeOf(video, 'height') }
    }
    return [
      { tag: 'video[src]', getAttrs },
      { tag: 'video', ignore: true },
    ]
  },
  renderHTML: ({ HTMLAttributes }) => {
    const { src, poster } = HTMLAttributes
    const { controls, preload, playsInline } = videoAttributes
    return [
      'video',
      { ...HTMLAttributes, controls, preload, playsinline: playsInline },
      ['a', { href: src, rel: linkRel.join(' ') }, poster ? ['img', { src: poster }] : videoSign],
    ]
  },
})

/** The content of the node is the caption. */
const Figure = Node.create<PictureOptions>({
  name: 'figure',
  group: 'block',
  content: 'inline*',
  draggable: true,
  addAttributes: addImageAttributes(false),
  addOptions: noOrigins,
  parseHTML() {
    const { origins } = this.options
    return [
      {
        tag: 'figure',
        getAttrs: (figure) => {
          const [image, ...others] = figure.querySelectorAll('img')
          return image !== undefined && others.length === 0 && imageAttributes(image, origins)
        },
        contentElement: (figure) =>
          (figure instanceof HTMLElement && figure.querySelector<HTMLElement>('figcaption')) ||
          document.createElement('figcaption'),
      },
    ]
  },
  renderHTML({ node, HTMLAttributes }) {
    const { src, alt, width, height } = node.attrs
    return ['figure', HTMLAttributes, ['img', { src, alt, width, height }], ['figcaption', 0]]
  },
  addKeyboardShortcuts() {
    return {
      // A caption has one line; another figure would have no picture.
      Enter: ({ editor }) => {
        const { $from } = editor.state.selection
        if ($from.parent.type !== this.type) return false
        const after = $from.after()
        return editor
          .chain()
          .insertContentAt(after, { type: 'paragraph' })
          .focus(after + 1)
          .run()
      },
    }
  },
})

const span = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML: (cell: Element) => {
    const cells = cell.getAttribute(name) ?? ''
    return cellSpan.test(cells) ? Number(cells) : 1
  },
  renderHTML: (attributes: Attributes) => (attributes[name] === 1 ? {} : { [name]: attributes[name] }),
})

const addCellAttributes = () => ({
  colspan: span('colspan'),
  rowspan: span('rowspan'),
  // The commands for tables expect this attribute.
  colwidth: { default: null, rendered: false, parseHTML: () => null },
})

/** Tab moves to the next field of the form, also in lists, so that the focus is not trapped in the text. */
const withoutTab = <Keys extends object>(keys: Keys | undefined) => {
  const { Tab: _, 'Shift-Tab': __, ...rest } = { Tab: undefined, 'Shift-Tab': undefined, ...keys }
  return rest
}

const toNextCell = ({ editor }: { editor: Editor }) => editor.commands.goToNextCell()
const toPreviousCell = ({ editor }: { editor: Editor }) => editor.commands.goToPreviousCell()

/** Kept in pasted text, for example in units such as m². The toolbar has no buttons for them. */
const scripts = (['sub', 'sup'] as const).map((tag) =>
  Mark.create({ name: tag, parseHTML: () => [{ tag }], renderHTML: () => [tag, 0] }),
)

/** Only pictures from `origins` are allowed. */
export const extensionsOf = (origins: OwnOrigins): AnyExtension[] => [
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4] },
    code: false,
    codeBlock: false,
    link: false,
    listItem: false,
    orderedList: false,
    dropcursor: { color: false, class: 'drop-cursor' },
  }),
  Alignments,
  Uploads,
  Picture.configure({ origins }),
  Figure.configure({ origins }),
  Video.configure({ origins }),
  // Code within a link stays a link.
  Code.extend({ excludes: '' }),
  ...scripts,
  CodeBlock.extend({
    addAttributes: () => ({}),
    renderHTML: ({ HTMLAttributes }) => ['pre', HTMLAttributes, ['code', 0]],
  }),
  Link.extend({
    addAttributes: () => ({ href: { default: null } }),
    renderHTML: ({ HTMLAttributes: { href } }) => ['a', { href: linkHref(href, origins), rel: linkRel.join(' ') }, 0],
  }).configure({
    openOnClick: false,
    isAllowedUri: (href) => linkHref(href, origins) !== undefined,
    defaultProtocol: 'https',
  }),
  ListItem.extend({
    addKeyboardShortcuts() {
      return {
        ...withoutTab(this.parent?.()),
        'Mod-]': ({ editor }) => editor.commands.sinkListItem(this.name) || true,
        'Mod-[': ({ editor }) => editor.commands.liftListItem(this.name) || true,
      }
    },
  }),
  OrderedList.extend({
    addAttributes: () => ({
      start: {
        default: 1,
        parseHTML: (list: Element) => {
          const start = list.getAttribute('start') ?? ''
          return listStart.test(start) ? Number(start) : 1
        },
        renderHTML: ({ start }: Attributes) => (start === 1 ? {} : { start }),
      },
    }),
    renderHTML: ({ HTMLAttributes }) => ['ol', classLast(HTMLAttributes), 0],
  }),
  Table.extend({
    renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
    addKeyboardShortcuts() {
      return {
        ...this.parent?.(),
        // In the last cell, Tab moves to the next field of the form, as everywhere in a text.
        Tab: toNextCell,
        'Shift-Tab': toPreviousCell,
      }
    },
  }).configure({ View: null }),
  TableRow,
  TableHeader.extend({
    addAttributes: addCellAttributes,
    renderHTML: ({ HTMLAttributes }) => ['th', classLast(HTMLAttributes), 0],
  }),
  TableCell.extend({
    addAttributes: addCellAttributes,
    renderHTML: ({ HTMLAttributes }) => ['td', classLast(HTMLAttributes), 0],
  }),
]

/** The editor always keeps an empty paragraph for the cursor at the end. */
const trailing = /(<p( class="[^"]*")?><\/p>)+$/

/** Equals the result of `cleanHtml`. Empty: no text. */
export const htmlOf = (editor: Editor): string =>
  // The browser writes these characters as references; the cleaner does not.
  editor
    .getHTML()
    .replace(trailing, '')
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll(/<video [^>]*>/g, (tag) => tag.replaceAll(/ (controls|playsinline)="[^"]*"/g, ' $1'))
    .replaceAll('&gt;', '>')
