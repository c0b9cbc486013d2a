'use client'

import { Input } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type DragEvent, useId } from 'react'
import type { ExpectedSize } from '@/components/admin/file/files'
import { PictureTile } from '@/components/admin/file/picture-tile'
import { usePicker } from '@/components/admin/file/use-picker'
import type { InputProps } from '../field'
import type { FieldShape } from '../schema-fields'
import { OrderedInput } from './ordered-input'

interface ImagesInputProps extends InputProps {
  shape: FieldShape
  expected: ExpectedSize | undefined
}

/** `value` is a list of URLs. */
export default function ImagesInput({ shape, expected, ...input }: ImagesInputProps) {
  const t = useTranslations('form.list')
  const picker = usePicker()
  const id = useId()
  const members: readonly unknown[] = Array.isArray(input.value) ? input.value : []
  const maximum = (shape.maximum ?? 100) - members.length
  const pick = async (files?: readonly File[]) => {
    const picked = (await picker?.pick({ maximum, expected, files })) ?? []
    return picked.flatMap(({ url }) => url ?? [])
  }
  const take = async (files: readonly File[]) => {
    const urls = await pick(files)
    if (urls.length > 0) input.onChange([...members, ...urls])
  }
  const isTaken = ({ dataTransfer }: DragEvent) =>
    picker !== undefined && !input.disabled && maximum > 0 && dataTransfer.types.includes('Files')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are chosen by the button, too
    <div
      onDragOver={(event) => isTaken(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!isTaken(event)) return
        event.preventDefault()
        void take([...event.dataTransfer.files])
      }}
    >
      <OrderedInput
        {...input}
        layout="gallery"
        maximum={shape.maximum}
        more={picker ? () => pick() : () => ['']}
        add={t('addImage')}
        nameOf={(number) => t('image', { number })}
      >
        {({ path, label, value, onChange }, place) => {
          const error = input.errors[path]
          return (
            <>
              <PictureTile
                path={path}
                label={label}
                onChange={onChange}
                expected={expected}
                place={place}
                url={typeof value === 'string' ? value : ''}
                disabled={input.disabled}
                hasError={error !== undefined}
                describedBy={error && `${id}-${place}`}
              />
              {error && <Input.Error id={`${id}-${place}`}>{error}</Input.Error>}
            </>
          )
        }}
      </OrderedInput>
      {picker?.dialog}
    </div>
  )
}
