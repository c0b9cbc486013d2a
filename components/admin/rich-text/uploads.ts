import { type Editor, Extension } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
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

interface UploadOptions {
  upload: PictureSlot['uploadImage']
  origins: OwnOrigins
  onFailure: (file: File, error: unknown) => void
}

/**
 * Uploads pictures and inserts them at a position, one after the other; users can type meanwhile. Failures are passed
 * to `onFailure`, and the others continue.
 */
export async function insertUploads(
  editor: Editor,
  files: readonly File[],
  at: number,
  { upload, origins, onFailure }: UploadOptions,
): Promise<void> {
  const started = files.map((file) => {
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
