'use client'

import { Input } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { useFilePictures } from '@/components/admin/file/use-file-pictures'
import { PictureSlotProvider } from '@/components/admin/rich-text/picture-slot'
import { RichTextEditor } from '@/components/admin/rich-text/rich-text-editor'
import type { InputProps } from '../field'
import type { FieldShape } from '../schema-fields'

interface RichTextInputProps extends InputProps {
  shape: FieldShape
}

/** `value` is HTML; empty: no text. The server cleans it on saving (see `rich-text/extensions.ts`). */
export default function RichTextInput({ shape, ...input }: RichTextInputProps) {
  const { path, value, onChange, label, description, error, disabled, required } = input
  const { maximum } = shape
  const t = useTranslations('form.html')
  const { slot, dialog } = useFilePictures()
  const id = useId()
  const [isTooLong, setTooLong] = useState(false)
  const tooLong = isTooLong && maximum !== undefined ? t('tooLong', { maximum }) : undefined
  const shownError = error ?? tooLong
  return (
    <Input.Wrapper
      id={id}
      label={label}
      labelElement="div"
      labelProps={{ onClick: () => document.getElementById(`${id}-text`)?.focus() }}
      description={description}
      error={shownError}
      withAsterisk={required}
    >
      <PictureSlotProvider value={slot}>
        <RichTextEditor
          value={typeof value === 'string' ? value : ''}
          onChange={(html) => {
            setTooLong(maximum !== undefined && html.length > maximum)
            onChange(html)
          }}
          maximum={maximum}
          isReadOnly={disabled}
          hasError={shownError !== undefined}
          label={label}
          attributes={{
            id: `${id}-text`,
            'data-field': path,
            'aria-labelledby': `${id}-label`,
            'aria-required': String(required),
            'aria-describedby': [
              shownError && `${id}-error`,
              description && `${id}-description`,
              !disabled && `${id}-text-hint`,
            ]
              .filter(Boolean)
              .join(' '),
          }}
        />
      </PictureSlotProvider>
      {dialog}
    </Input.Wrapper>
  )
}
