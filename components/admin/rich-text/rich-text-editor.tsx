'use client'

import '@mantine/tiptap/styles.layer.css'
import { RichTextEditor as Frame } from '@mantine/tiptap'
import { useEditor } from '@tiptap/react'
import { useFormatter, useTranslations } from 'next-intl'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useOwnOrigins } from '@/components/admin/frame/admin-context'
import { useFailureText, useFaultText } from '@/components/ui/failure-text'
import { useTrackUpload } from '@/components/ui/form-uploads'
import textClasses from '@/components/ui/rich-text.module.css'
import { Problem } from '@/lib/kit/api/endpoint/problem'
import { clean } from '@/lib/kit/html/cleaner'
import { withoutControls } from '@/lib/kit/html/rules'
import { countWords } from '@/lib/kit/html/words'
import classes from './editor.module.css'
import { extensionsOf, htmlOf } from './extensions'
import { usePictureSlot } from './picture-slot'
import { Toolbar } from './toolbar'
import { insertUploads, picturesOf } from './uploads'

interface RichTextEditorProps {
  /** Cleaned HTML. */
  value: string
  onChange: (html: string) => void
  /** The maximum length of the HTML, in characters. */
  maximum: number | undefined
  isReadOnly: boolean
  hasError: boolean
  /** The name of the toolbar. */
  label: string
  /** The attributes of the element with the text: its id, name and description. */
  attributes: Readonly<Record<string, string>> & { id: string }
}

/** An editor for texts that `cleanHtml` allows, with a toolbar. Large, so loaded on use. */
export function RichTextEditor(props: RichTextEditorProps) {
  const { value, onChange, maximum, isReadOnly, hasError, label, attributes } = props
  const t = useTranslations('form.html')
  const format = useFormatter()
  const textOf = useFailureText()
  const faultText = useFaultText()
  const slot = usePictureSlot()
  const track = useTrackUpload()
  const origins = useOwnOrigins()
  const extensions = useMemo(() => extensionsOf(origins), [origins])
  const [notice, setNotice] = useState('')
  const root = useRef<HTMLDivElement>(null)
  /** The current value, and the HTML that the editor makes of the opened one. */
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
      transformPastedHTML: (html) => {
        try {
          const { html: cleaned, removed_images } = clean(html, origins)
          setNotice(removed_images > 0 ? t('picturesRemoved', { count: removed_images }) : '')
          return cleaned
        } catch (error) {
          if (!(error instanceof Problem)) throw error
          setNotice((error.extras.invalid_params ?? []).map((fault) => faultText(fault, 'text')).join(' '))
          return ''
        }
      },
      transformPastedText: withoutControls,
      handlePaste: (view, { clipboardData }) => {
        const files = picturesOf(clipboardData)
        // Word and spreadsheets put a picture of the text beside the text.
        if (files.length === 0 || clipboardData?.types.includes('text/plain')) return false
        upload(files, view.state.selection.to)
        return true
      },
      handleDrop: (view, { dataTransfer, clientX, clientY }) => {
        const files = picturesOf(dataTransfer)
        if (files.length === 0) return false
        upload(files, view.posAtCoords({ left: clientX, top: clientY })?.pos ?? view.state.selection.to)
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

  const upload = (files: readonly File[], at: number) => {
    if (!editor || isReadOnly) return
    if (!slot) return setNotice(t('noPictures'))
    setNotice('')
    void track(
      insertUploads(editor, files, at, {
        upload: slot.uploadImage,
        origins,
        onFailure: ({ name }, error) => setNotice(t('uploadFailed', { name, reason: textOf(error).text })),
      }),
    )
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

  // Counting may wait while the user types.
  const counted = useDeferredValue(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text of the editor changes with its value
  const words = useMemo(() => countWords(editor?.getText({ blockSeparator: '\n' }) ?? ''), [editor, counted])
  const isNearMaximum = maximum !== undefined && value.length > maximum * 0.9

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
      <div className={classes.footer}>
        <span role="status">{notice}</span>
        {isNearMaximum && (
          <span>{t('length', { length: format.number(value.length), maximum: format.number(maximum) })}</span>
        )}
        <span>{t('words', { count: words })}</span>
      </div>
      <span id={`${attributes.id}-hint`} hidden>
        {t('hint')}
      </span>
    </Frame>
  )
}
