'use client'

import { useTranslations } from 'next-intl'
import { type Field, FieldInput, type InputProps } from '../field'
import classes from '../resource-form.module.css'
import { emptyRow, type FieldShape, isRecord } from '../schema-fields'
import { OrderedInput } from './ordered-input'

interface RowsInputProps extends InputProps {
  field: Field<string>
  shape: FieldShape
}

/** A list of objects in order, each a row of inputs. */
export default function RowsInput({ field, shape, ...input }: RowsInputProps) {
  const t = useTranslations('form.list')
  const shapes = shape.member?.fields ?? {}
  return (
    <OrderedInput
      {...input}
      maximum={shape.maximum}
      more={() => [emptyRow(shapes)]}
      add={t('addRow')}
      nameOf={(number) => t('row', { number })}
    >
      {({ path, value, onChange }) => {
        const row = isRecord(value) ? value : {}
        const change = (values: Record<string, unknown>) => onChange({ ...row, ...values })
        return (
          <div className={classes.grid}>
            {field.fields?.map((one) => {
              const cell = shapes[one.name]
              if (!cell) throw new Error(`${field.name} has no field ${one.name}`)
              if (one.when?.(row) === false) return null
              return (
                <div key={one.name} className={one.half ? classes.half : undefined}>
                  <FieldInput
                    field={one}
                    shape={cell}
                    path={`${path}.${one.name}`}
                    value={row[one.name]}
                    onChange={(next) => change({ [one.name]: next })}
                    errors={input.errors}
                    disabled={input.disabled}
                    values={row}
                    change={change}
                  />
                </div>
              )
            })}
          </div>
        )
      }}
    </OrderedInput>
  )
}
