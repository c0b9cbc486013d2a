import { type Editor, Extension } from '@tiptap/core'
import type { Slice } from '@tiptap/pm/model'
import { Plugin, PluginKey, TextSelection } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import type { OwnOrigins } from '@/lib/kit/html/rules'
import { imageOf, type PictureSlot } from './picture-slot'

type Change = { add: { id: object; at: number; element: HTMLElement } } | { remove: object }

const key = new PluginKey<DecorationSet>('uploads')

/** Shows the progress of uploads in the text, at the position of the pictures, which moves with the text before it. */
export const Uploads = Extension.create({
  name: 'uploads',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key,
      state: {
        init: () => DecorationSet.empty,
        apply(transaction, before) {
          const mapped = before.map(transaction.mapping, transaction.doc)
          const change: Change | undefined = transaction.getMeta(key)
          if (!change) return mapped
          if ('remove' in change)
            return mapped.remove(mapped.find(undefined, undefined, ({ id }) => id === change.remove))
          const { id, at, element } = change.add
          return mapped.add(transaction.doc, [Decoration.widget(at, element, { id })])
        },
      },
      props: { decorations: (state) => key.getState(state) },
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

/** Pictures within pasted HTML, by the address that stands for each of them until it is in the text. */
export type Taken = ReadonlyMap<string, File>

/** The pictures in addresses. Others, such as SVG, are not accepted as files. */
const pictureInAddress = /^data:(image\/(jpeg|png|gif|webp|avif));base64,/i

/**
 * Takes the pictures out of the addresses of pasted HTML (`data:image/png;base64,…`). A picture that a page loads later
 * (`data-src`) has only a placeholder there, and is not taken.
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
    // A figure is not a figure without its picture.
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
    // The address is cut off.
    return undefined
  }
}

/**
 * Inserts pasted content without the pictures that were taken out of it, at a position or in place of the selection.
 * Returns the places of these pictures.
 */
export function insertPasted(view: EditorView, slice: Slice, taken: Taken, at?: number): Place[] {
  const { tr } = view.state
  if (at !== undefined) tr.setSelection(TextSelection.near(tr.doc.resolve(at)))
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
 * Uploads pictures and inserts them at their places, one after the other; users can type meanwhile. Failures are passed
 * to `onFailure`, and the others continue.
 */
export async function insertUploads(
  editor: Editor,
  places: readonly Place[],
  { upload, origins, onFailure }: UploadOptions,
): Promise<void> {
  const started = places.map(({ file, at }) => {
    const id = {}
    const element = document.createElement('progress')
    element.setAttribute('aria-label', file.name)
    element.max = 1
    editor.view.dispatch(editor.state.tr.setMeta(key, { add: { id, at, element } } satisfies Change))
    return { file, id, element }
  })
  for (const { file, id, element } of started) {
    try {
      const picture = await upload(file, (share) => {
        element.value = share
      })
      if (editor.isDestroyed) return
      const [place] = key.getState(editor.state)?.find(undefined, undefined, (one) => one.id === id) ?? []
      // Undefined if the text around it was deleted meanwhile.
      if (place) editor.commands.insertContentAt(place.from, imageOf(picture, origins))
    } catch (error) {
      onFailure(file, error)
    } finally {
      if (!editor.isDestroyed) editor.view.dispatch(editor.state.tr.setMeta(key, { remove: id } satisfies Change))
    }
  }
}
