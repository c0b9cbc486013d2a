import { type Editor, Extension } from '@tiptap/core'
import type { Slice } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import type { OwnOrigins } from '@/lib/kit/html/rules'
import { imageOf, type PictureSlot } from './picture-slot'

/** An upload in progress: the element that shows the progress, and its position in the text. */
interface Upload {
  element: HTMLElement
  at: number
}

type Change = { add: Upload } | { remove: HTMLElement }

const key = new PluginKey<readonly Upload[]>('uploads')

/**
 * Shows the progress of uploads in the text, at the positions where the pictures will be inserted. If text before the
 * position changes, the position moves with the text after it. Text typed at the position, and pictures of later
 * uploads, are placed after the picture.
 */
export const Uploads = Extension.create({
  name: 'uploads',
  addProseMirrorPlugins: () => [
    new Plugin<readonly Upload[]>({
      key,
      state: {
        init: () => [],
        apply(transaction, before) {
          const change: Change | undefined = transaction.getMeta(key)
          const ended = change && 'remove' in change ? before.findIndex(({ element }) => element === change.remove) : -1
          const kept = before.flatMap(({ element, at }, index) => {
            // The picture of the ended upload is before those of the uploads after it.
            const side = ended >= 0 && index > ended ? 1 : -1
            const { pos, deletedAcross } = transaction.mapping.mapResult(at, side)
            return index === ended || deletedAcross ? [] : [{ element, at: pos }]
          })
          return change && 'add' in change ? [...kept, change.add] : kept
        },
      },
      props: {
        decorations(state) {
          const widgets = this.getState(state)?.map(({ element, at }) => Decoration.widget(at, element, { side: -1 }))
          return DecorationSet.create(state.doc, widgets ?? [])
        },
      },
    }),
  ],
})

/** The pictures among the files of the clipboard or of a drop. */
export const picturesOf = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

/** A picture to upload, and its position in the text. */
export interface Place {
  file: File
  at: number
}

/** The pictures in pasted HTML, by the temporary address that replaces each picture until it is uploaded. */
export type Taken = ReadonlyMap<string, File>

/** The image types of `data:` addresses that are uploaded. Other types, such as SVG, are not accepted as files. */
const pictureInAddress = /^data:(image\/(jpeg|png|gif|webp|avif));base64,/i

/**
 * Replaces `data:` addresses of pictures in pasted HTML by temporary addresses. Returns the new HTML and the pictures
 * as files. Ignores pictures with `data-src`: the `data:` address of such a picture is a placeholder until a page loads
 * the picture.
 */
export function takePictures(html: string): { html: string; taken: Taken } {
  const taken = new Map<string, File>()
  if (!/data:image/i.test(html)) return { html, taken }
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const image of body.querySelectorAll('img')) {
    const file = image.hasAttribute('data-src') ? undefined : pictureIn(image)
    if (!file) continue
    const address = `/files/pasted/${taken.size}`
    taken.set(address, file)
    image.setAttribute('src', address)
    // Moves the picture out of its figure: a figure without a picture cannot be parsed.
    image.closest('figure')?.before(image)
  }
  return { html: body.innerHTML, taken }
}

function pictureIn(image: Element): File | undefined {
  const src = image.getAttribute('src') ?? ''
  const [start, type, extension] = pictureInAddress.exec(src) ?? []
  if (start === undefined || type === undefined) return undefined
  try {
    const bytes = Uint8Array.from(atob(src.slice(start.length)), (character) => character.charCodeAt(0))
    return new File([bytes], `${image.getAttribute('alt')?.trim().slice(0, 60) || 'image'}.${extension}`, { type })
  } catch {
    // The address is incomplete.
    return undefined
  }
}

/** Returns a transaction that moves the caret to a position, or to the nearest text. */
export const caretAt = ({ tr }: EditorState, at: number): Transaction =>
  tr.setSelection(TextSelection.near(tr.doc.resolve(at)))

/**
 * Inserts pasted content without the pictures in `taken`. `at`: the position; undefined: replaces the selection.
 * Returns the positions of the removed pictures.
 */
export function insertPasted(view: EditorView, slice: Slice, taken: Taken, at?: number): Place[] {
  const tr = at === undefined ? view.state.tr : caretAt(view.state, at)
  tr.replaceSelection(slice)
  const found: Place[] = []
  tr.doc.descendants(({ type, attrs: { src } }, at) => {
    const file = type.name === 'image' && typeof src === 'string' ? taken.get(src) : undefined
    if (file) found.push({ file, at })
  })
  const before = tr.steps.length
  for (const { at } of found.toReversed()) tr.delete(at, at + 1)
  view.dispatch(
    tr
      .scrollIntoView()
      .setMeta('paste', true)
      .setMeta('uiEvent', at === undefined ? 'paste' : 'drop'),
  )
  const mapping = tr.mapping.slice(before)
  return found.map(({ file, at }) => ({ file, at: mapping.map(at) }))
}

interface UploadOptions {
  upload: PictureSlot['uploadImage']
  origins: OwnOrigins
  onFailure: (file: File, error: unknown) => void
}

/**
 * Uploads pictures and inserts them at their positions, one after the other. Users can type meanwhile. A caret at the
 * position of a picture moves behind the picture; other carets stay. Calls `onFailure` for a failed upload and
 * continues with the next picture.
 */
export async function insertUploads(
  editor: Editor,
  places: readonly Place[],
  { upload, origins, onFailure }: UploadOptions,
): Promise<void> {
  const started = places.map(({ file, at }) => {
    const element = document.createElement('progress')
    element.setAttribute('aria-label', file.name)
    element.max = 1
    editor.view.dispatch(editor.state.tr.setMeta(key, { add: { element, at } } satisfies Change))
    return { file, element }
  })
  for (const { file, element } of started) {
    try {
      const picture = await upload(file, (share) => {
        element.value = share
      })
      if (editor.isDestroyed) return
      const place = key.getState(editor.state)?.find((one) => one.element === element)
      // Undefined if the surrounding text was deleted during the upload.
      if (!place) continue
      editor
        .chain()
        .insertContentAt(place.at, imageOf(picture, origins), { updateSelection: false })
        .setMeta(key, { remove: element } satisfies Change)
        .run()
    } catch (error) {
      onFailure(file, error)
    } finally {
      if (!editor.isDestroyed) editor.view.dispatch(editor.state.tr.setMeta(key, { remove: element } satisfies Change))
    }
  }
}
