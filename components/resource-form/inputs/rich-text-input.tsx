'use client'

import { Textarea } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { attributesOf, type InputProps } from '../field'
import classes from './inputs.module.css'

/**
 * HTML source as it is stored. `value` is a string of HTML. The server cleans it on write; until then it is never
 * rendered as HTML.
 */
export default function RichTextInput(input: InputProps) {
  const t = useTranslations('form.html')
  const { value, onChange, description } = input
  return (
    <Textarea
      {...attributesOf(input)}
      description={description ?? t('help')}
      classNames={{ input: classes.source }}
      autosize
      minRows={8}
      maxRows={24}
      spellCheck={false}
      autoComplete="off"
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
