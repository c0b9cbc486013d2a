'use client'

import { Input } from '@mantine/core'
import { type ReactNode, type Ref, useId } from 'react'
import type { InputProps } from '../field'
import classes from './inputs.module.css'

interface FieldGroupProps extends Pick<InputProps, 'label' | 'description' | 'error'> {
  ref?: Ref<HTMLFieldSetElement>
  /** The prefix of `<id>-description` (help) and `<id>-error`. */
  id?: string
  /** If faults are shown at the group instead of at an input. */
  path?: string
  required?: boolean
  /** The page shows it elsewhere. */
  isLabelHidden?: boolean
  children: ReactNode
}

export function FieldGroup(props: FieldGroupProps) {
  const { ref, path, label, description, error, required = false, isLabelHidden = false, children } = props
  const own = useId()
  const id = props.id ?? own
  const describedBy = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset
      ref={ref}
      aria-describedby={describedBy || undefined}
      data-field={path}
      tabIndex={path === undefined ? undefined : -1}
      className={classes.group}
    >
      <legend className={isLabelHidden ? classes.hiddenLegend : classes.legend}>
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
