'use client'

import '@mantine/tiptap/styles.layer.css'
import { RichTextEditor as Frame } from '@mantine/tiptap'
import { useEditor } from '@tiptap/react'
import { useTranslations } from 'next-intl'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useOwnOrigins } from '@/components/admin/frame/admin-context'
import { useFailureText } from '@/components/ui/failure-text'
import { useTrackUpload } from '@/components/ui/form-uploads'
import textClasses from '@/components/ui/rich-text.module.css'
import { withoutControls } from '@/lib/kit/html/rules'
import classes from './editor.module.css'
import { EditorFooter } from './editor-footer'
import { extensionsOf, htmlOf } from './extensions'
import { usePictureSlot } from './picture-slot'
import { Toolbar } from './toolbar'
import { caretAt, insertPasted, insertUploads, type Place, picturesOf } from './uploads'
import { usePastedHtml } from './use-pasted-html'

interface RichTextEditorProps {
  /** Cleaned HTML. */
  value: string
  onChange: (html: string) => void
  /** Length of the HTML. */
  maximum: number | undefined
  isReadOnly: boolean
  hasError: boolean
  /** Names the toolbar. */
  label: string
  /** Of the element that contains the text. */
  attributes: Readonly<Record<string, string>> & { id: string }
}

/** For texts that `cleanHtml` allows. Loaded on use, because the code is large. */
export function RichTextEditor(props: RichTextEditorProps) {
  const { value, onChange, maximum, isReadOnly, hasError, label, attributes } = props
  const t = useTranslations('form.html')
  const textOf = useFailureText()
  const slot = usePictureSlot()
  const track = useTrackUpload()
  const origins = useOwnOrigins()
  const extensions = useMemo(() => extensionsOf(origins), [origins])
  const [notice, setNotice] = useState('')
  const { cleanPasted, takePasted } = usePastedHtml(setNotice)
  const root = useRef<HTMLDivElement>(null)
  /** `opened`: the initial value; `written`: the same text as HTML of the editor, which may differ. */
  const shown = useRef<{ value: string; opened: string; written: string }>(undefined)

  const editor = useEditor({
    extensions,
    content: value,
    editable: !isReadOnly,
    immediatelyRender: false,
    // The styles are in our own style sheet: a style element would need the nonce of the page.
    injectCSS: false,
    editorProps: {
      attributes: {
        ...attributes,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-readonly': String(isReadOnly),
        'aria-invalid': String(hasError),
        tabindex: '0',
        class: textClasses.text ?? '',
      },
      handleKeyDown: (_, { key, altKey }) => {
        const tool =
          key === 'F10' && altKey && root.current?.querySelector<HTMLElement>('[role=toolbar] [tabindex="0"]')
        if (!tool) return false
        tool.focus()
        return true
      },
      transformPastedHTML: cleanPasted,
      transformPastedText: withoutControls,
      handlePaste: (view, { clipboardData }, slice) => {
        const files = picturesOf(clipboardData)
        const taken = takePasted()
        // Word and spreadsheets add a picture of the copied text to the clipboard.
        if (files.length > 0 && !clipboardData?.types.includes('text/plain')) {
          uploadFiles(files, view.state.selection.to)
          return true
        }
        if (taken.size === 0) return false
        upload(insertPasted(view, slice, taken))
        return true
      },
      handleDrop: (view, { dataTransfer, clientX, clientY }, slice) => {
        const files = picturesOf(dataTransfer)
        const taken = takePasted()
        const at = view.posAtCoords({ left: clientX, top: clientY })?.pos ?? view.state.selection.to
        if (files.length > 0) {
          uploadFiles(files, at)
          return true
        }
        if (taken.size === 0) return false
        upload(insertPasted(view, slice, taken, at))
        return true
      },
    },
    onUpdate: ({ editor: changed }) => {
      if (!shown.current) return
      const html = htmlOf(changed)
      // Opening a text may change its HTML, which is not a change by the user.
      const next = html === shown.current.written ? shown.current.opened : html
      shown.current.value = next
      onChange(next)
    },
  })

  const upload = (places: readonly Place[]) => {
    if (!editor || !slot) return
    const onFailure = ({ name }: File, error: unknown) => {
      const failure = t('uploadFailed', { name, reason: textOf(error).text })
      setNotice((before) => [before, failure].filter(Boolean).join(' '))
    }
    void track(insertUploads(editor, places, { upload: slot.uploadImage, origins, onFailure }))
  }

  const uploadFiles = (files: readonly File[], at: number) => {
    if (isReadOnly) return
    if (!slot) return setNotice(t('noPictures'))
    setNotice('')
    editor?.view.dispatch(caretAt(editor.state, at))
    upload(files.map((file) => ({ file, at })))
  }

  // The initial value, and later ones from outside, such as a newly stored text.
  useEffect(() => {
    if (!editor || shown.current?.value === value) return
    if (shown.current) {
      editor.chain().setMeta('addToHistory', false).setContent(value, { emitUpdate: false }).run()
    }
    shown.current = { value, opened: value, written: htmlOf(editor) }
  }, [editor, value])

  useEffect(() => editor?.setEditable(!isReadOnly, false), [editor, isReadOnly])

  return (
    <Frame
      ref={root}
      editor={editor}
      withTypographyStyles={false}
      withCodeHighlightStyles={false}
      className={classes.frame}
      mod={{ invalid: hasError, locked: isReadOnly }}
    >
      {editor && <Toolbar editor={editor} label={label} html={value} isReadOnly={isReadOnly} slot={slot} />}
      <Frame.Content className={classes.content} />
      <EditorFooter editor={editor} value={value} maximum={maximum} notice={notice} />
      <span id={`${attributes.id}-hint`} hidden>
        {t('hint')}
      </span>
    </Frame>
  )
}
