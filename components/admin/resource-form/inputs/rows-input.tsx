'use client'

import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { Picture } from '@/components/ui/picture'
import { type Field, FieldInput, type InputProps, type RowCard } from '../field'
import classes from '../resource-form.module.css'
import { emptyRow, type FieldShape, isEqual, isRecord } from '../schema-fields'
import inputClasses from './inputs.module.css'
import { OrderedInput } from './ordered-input'

interface RowsInputProps extends InputProps {
  field: Field<string>
  shape: FieldShape
}

/** Each object is a row of inputs, or a card that opens to show them. */
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
      {({ path, label, value, onChange }) => {
        const row = isRecord(value) ? value : {}
        const change = (values: Record<string, unknown>) => onChange({ ...row, ...values })
        const cells = (
          <div className={classes.grid}>
            {field.fields?.map((one) => {
              const cell = shapes[one.name]
              if (!cell) throw new Error(`${field.name} has no field ${one.name}`)
              const width = one.half ? classes.half : undefined
              // The place stays empty, so that the following inputs stay in their columns.
              if (one.when?.(row) === false) return one.half && <div key={one.name} className={width} data-place />
              return (
                <div key={one.name} className={width}>
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
        if (!field.card) return cells
        const hasError = Object.keys(input.errors).some((faulty) => faulty.startsWith(`${path}.`))
        return (
          <Card card={field.card(row)} name={label} isOpenAtFirst={isEqual(row, emptyRow(shapes))} hasError={hasError}>
            {cells}
          </Card>
        )
      }}
    </OrderedInput>
  )
}

interface CardProps {
  card: RowCard
  /** If the row has no title, such as "Row 2". */
  name: string
  isOpenAtFirst: boolean
  /** An error opens the card. */
  hasError: boolean
  children: ReactNode
}

function Card({ card, name, isOpenAtFirst, hasError, children }: CardProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const [hadError, setHadError] = useState(hasError)
  if (hasError !== hadError) {
    setHadError(hasError)
    // Stays open after the fault is corrected.
    if (hasError) setOpen(true)
  }
  return (
    <div>
      <UnstyledButton className={inputClasses.cardHead} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Picture url={card.picture} />
        <span>{card.title || name}</span>
        <IconChevronDown size={16} stroke={1.8} aria-hidden="true" />
      </UnstyledButton>
      {isOpen && <div className={inputClasses.cardBody}>{children}</div>}
    </div>
  )
}
