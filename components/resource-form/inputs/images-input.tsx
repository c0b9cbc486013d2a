'use client'

import { useTranslations } from 'next-intl'
import type { InputProps } from '../field'
import type { FieldShape } from '../schema-fields'
import ImageInput from './image-input'
import { OrderedInput } from './ordered-input'

interface ImagesInputProps extends InputProps {
  shape: FieldShape
  errors: Readonly<Record<string, string>>
}

/** Several pictures in order. `value` is a list of URLs. */
export default function ImagesInput({ shape, errors, ...input }: ImagesInputProps) {
  const t = useTranslations('form.list')
  return (
    <OrderedInput
      {...input}
      maximum={shape.maximum}
      empty={() => ''}
      add={t('addImage')}
      nameOf={(number) => t('image', { number })}
    >
      {(member) => <ImageInput {...input} {...member} error={errors[member.path]} description={undefined} required />}
    </OrderedInput>
  )
}
