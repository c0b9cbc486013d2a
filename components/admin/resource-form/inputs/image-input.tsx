'use client'

import { useId } from 'react'
import type { ExpectedSize } from '@/components/admin/file/files'
import { PictureTile } from '@/components/admin/file/picture-tile'
import type { InputProps } from '../field'
import { FieldGroup } from './field-group'
import classes from './inputs.module.css'

interface ImageInputProps
  extends Pick<
    InputProps,
    'path' | 'label' | 'value' | 'onChange' | 'description' | 'error' | 'disabled' | 'required'
  > {
  expected?: ExpectedSize | undefined
  /** The page shows it elsewhere. */
  isLabelHidden?: boolean
}

/** `value` is a URL; empty: no picture. */
export default function ImageInput({ expected, isLabelHidden = false, ...input }: ImageInputProps) {
  const { path, label, value, onChange, description, error, disabled, required } = input
  const id = useId()
  const url = typeof value === 'string' ? value : ''
  return (
    <FieldGroup
      id={id}
      label={label}
      isLabelHidden={isLabelHidden}
      description={description}
      error={error}
      required={required}
    >
      <div className={classes.image}>
        <PictureTile
          path={path}
          label={label}
          url={url}
          onChange={onChange}
          disabled={disabled}
          expected={expected}
          hasError={error !== undefined}
          describedBy={
            [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
          }
        />
      </div>
    </FieldGroup>
  )
}
