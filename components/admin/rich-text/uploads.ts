import { type Editor, Extension } from '@tiptap/core'
import type { Slice } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import type { OwnOrigins } from '@/lib/kit/html/rules'
import { imageOf, type PictureSlot } from './picture-slot'

/** Shows the progress at a position in the text. */
interface Upload {
  element: HTMLElement
  at: number
}

type Change = { add: Upload } | { remove: HTMLElement }

const key = new PluginKey<readonly Upload[]>('uploads')

/**
 * Shows progress where the pictures will be inserted. Positions move with the text after them; text typed there,
 * and pictures of later uploads, are placed after the picture.
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

export const picturesOf = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

export interface Place {
  file: File
  at: number
}

/** By the temporary address in the pasted HTML. */
export type Taken = ReadonlyMap<string, File>

/** Other types, such as SVG, are not accepted as files. */
const pictureInAddress = /^data:(image\/(jpeg|png|gif|webp|avif));base64,/i

/** Replaces `data:` by temporary addresses, except with `data-src`, where it is a placeholder for lazy loading. */
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

/** Moves the caret to the nearest text. */
export const caretAt = ({ tr }: EditorState, at: number): Transaction =>
  tr.setSelection(TextSelection.near(tr.doc.resolve(at)))

/** Without pictures in `taken`, whose positions are returned. `at` undefined: replaces the selection. */
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

/** One after the other, also after failures. A caret at a picture's position moves behind it. */
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
      // The surrounding text was deleted during the upload.
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
