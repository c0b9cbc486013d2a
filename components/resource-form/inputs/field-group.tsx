'use client'

import { Input } from '@mantine/core'
import { type ReactNode, type Ref, useId } from 'react'
import type { InputProps } from '../field'
import classes from './inputs.module.css'

interface FieldGroupProps extends Pick<InputProps, 'path' | 'label' | 'description' | 'error'> {
  ref?: Ref<HTMLFieldSetElement>
  required?: boolean
  children: ReactNode
}

/** A field that consists of several inputs, with what every field has: label, help and error. */
export function FieldGroup({ ref, path, label, description, error, required = false, children }: FieldGroupProps) {
  const id = useId()
  const describedBy = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset
      ref={ref}
      aria-describedby={describedBy || undefined}
      data-field={path}
      tabIndex={-1}
      className={classes.group}
    >
      <legend className={classes.legend}>
        {label}
        {required && (
          <span aria-hidden="true" className={classes.asterisk}>
            {' *'}
          </span>
        )}
      </legend>
      {description && <Input.Description id={`${id}-description`}>{description}</Input.Description>}
      {error && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
      {children}
    </fieldset>
  )
}
