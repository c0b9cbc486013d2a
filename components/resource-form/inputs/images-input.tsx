'use client'

import { useTranslations } from 'next-intl'
import type { ExpectedSize } from '../../file/files'
import { usePicker } from '../../file/use-picker'
import type { InputProps } from '../field'
import type { FieldShape } from '../schema-fields'
import ImageInput from './image-input'
import { OrderedInput } from './ordered-input'

interface ImagesInputProps extends InputProps {
  shape: FieldShape
  errors: Readonly<Record<string, string>>
  expected: ExpectedSize | undefined
}

/** Several pictures in order. `value` is a list of URLs. */
export default function ImagesInput({ shape, errors, expected, ...input }: ImagesInputProps) {
  const t = useTranslations('form.list')
  const picker = usePicker()
  const count = Array.isArray(input.value) ? input.value.length : 0
  const pick = async () => {
    const files = (await picker?.pick({ maximum: (shape.maximum ?? 100) - count, expected })) ?? []
    return files.flatMap(({ url }) => url ?? [])
  }
  return (
    <>
      <OrderedInput
        {...input}
        maximum={shape.maximum}
        more={picker ? pick : () => ['']}
        add={t('addImage')}
        nameOf={(number) => t('image', { number })}
      >
        {(member) => (
          <ImageInput
            {...input}
            {...member}
            error={errors[member.path]}
            description={undefined}
            required
            expected={expected}
          />
        )}
      </OrderedInput>
      {picker?.dialog}
    </>
  )
}
