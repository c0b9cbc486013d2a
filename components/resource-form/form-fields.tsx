'use client'

import { Alert } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { FieldInput } from './field'
import classes from './resource-form.module.css'
import type { FormState } from './use-resource-form'

interface FormFieldsProps {
  form: FormState
  /** The fields of one section. Without it, all fields. */
  names?: readonly string[]
}

/** The inputs of a form in a grid of two columns. If the record is locked, the reason is shown above them. */
export function FormFields({ form, names }: FormFieldsProps) {
  const { fields, values, errors, change, mayWrite, locked } = form
  return (
    <div className={classes.grid}>
      {locked && (
        <Alert color="gray" variant="light" icon={<IconLock size={18} stroke={1.6} aria-hidden="true" />}>
          {locked}
        </Alert>
      )}
      {fields
        .filter(({ field }) => names?.includes(field.name) ?? true)
        .map(({ field, shape }) => (
          <div key={field.name} className={field.half ? classes.half : undefined}>
            <FieldInput
              field={field}
              shape={shape}
              path={field.name}
              value={values[field.name]}
              onChange={(value) => change({ [field.name]: value })}
              errors={errors}
              disabled={!mayWrite}
              values={values}
              change={change}
            />
          </div>
        ))}
    </div>
  )
}
