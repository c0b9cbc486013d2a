'use client'

import { Skeleton } from '@mantine/core'
import dynamic from 'next/dynamic'
import type { ShownField } from './faults'
import { FieldInput } from './field'
import classes from './resource-form.module.css'
import type { FormState } from './use-resource-form'

interface FormFieldsProps {
  form: FormState
  /** For one section of a form. undefined: all fields. */
  names?: readonly string[]
}

const LockedAlert = dynamic(() => import('./locked-alert'))
// Loaded on use: most users of a form may change the record.
const ReadFields = dynamic(() => import('./read-fields'), { loading: () => <Skeleton height={240} /> })

/** Shows values, and why the record is locked, if the user may not change it. */
export function FormFields({ form, names }: FormFieldsProps) {
  const { values, errors, change, mayWrite, locked, recordName } = form
  const fields = form.fields.filter(({ field }) => names?.includes(field.name) ?? true)
  const input = ({ field, shape }: ShownField) => (
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
  )
  return (
    <div className={classes.grid}>
      {locked && <LockedAlert>{locked}</LockedAlert>}
      {!mayWrite && recordName !== undefined ? (
        <ReadFields fields={fields} values={values} />
      ) : (
        fields.map((one) => (
          <div
            key={one.field.name}
            className={one.field.half ? classes.half : undefined}
            data-unlabelled={one.field.isLabelHidden}
          >
            {input(one)}
          </div>
        ))
      )}
    </div>
  )
}
