'use client'

import type { Editor } from '@tiptap/core'
import { useFormatter, useTranslations } from 'next-intl'
import { useDeferredValue, useMemo } from 'react'
import { countWords } from '@/lib/kit/html/words'
import classes from './editor.module.css'

interface EditorFooterProps {
  editor: Editor | null
  value: string
  /** Length of the HTML. */
  maximum: number | undefined
  notice: string
}

export function EditorFooter({ editor, value, maximum, notice }: EditorFooterProps) {
  const t = useTranslations('form.html')
  const format = useFormatter()
  // May lag behind while the user types.
  const counted = useDeferredValue(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text of the editor changes with its value
  const words = useMemo(() => countWords(editor?.getText({ blockSeparator: '\n' }) ?? ''), [editor, counted])
  const isNearMaximum = maximum !== undefined && value.length > maximum * 0.9
  return (
    <div className={classes.footer}>
      <span role="status">{notice}</span>
      {isNearMaximum && (
        <span>{t('length', { length: format.number(value.length), maximum: format.number(maximum) })}</span>
      )}
      <span>{t('words', { count: words })}</span>
    </div>
  )
}
