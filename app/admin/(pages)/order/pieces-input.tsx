'use client'

import { NumberInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Picture } from '@/components/picture'
import type { InputProps } from '@/components/resource-form/field'
import { FieldGroup } from '@/components/resource-form/inputs/field-group'
import classes from './order.module.css'
import type { Order } from './record'

/** A line of the order, and how many of its pieces can be chosen. */
export type ChosenLine = Order['items'][number] & { left: number }

export interface Piece {
  order_item_id: number
  count: number
}

interface PiecesInputProps extends InputProps {
  lines: readonly ChosenLine[]
  /** Further inputs of a line, beside its pieces. `at` is its place in the value; undefined: no piece of it is chosen. */
  children?: (line: ChosenLine, at: number | undefined) => ReactNode
}

/** How many pieces of each line: a list of those of which there are any. */
export function PiecesInput({ lines, children, ...input }: PiecesInputProps) {
  const t = useTranslations('sale')
  const { path, errors, disabled, onChange } = input
  const chosen = piecesIn(input.value)
  return (
    <FieldGroup {...input}>
      <ul className={classes.choices}>
        {lines.map((line) => {
          const at = placeOf(chosen, line)
          const choose = (count: number) =>
            onChange(
              lines.flatMap((one) => {
                const known = chosen[placeOf(chosen, one) ?? -1]
                const next = one.id === line.id ? count : (known?.count ?? 0)
                return next > 0 ? [{ ...known, order_item_id: one.id, count: next }] : []
              }),
            )
          return (
            <li key={line.id}>
              <span className={classes.goods}>
                <Picture url={line.image_url} size={40} />
                <span className={classes.names}>
                  <span>{line.name}</span>
                  <small>{line.spec_text}</small>
                </span>
              </span>
              <span className={classes.inputs}>
                <NumberInput
                  label={t('column.count')}
                  description={t('ship.left', { count: line.left })}
                  inputWrapperOrder={['label', 'input', 'description', 'error']}
                  aria-label={`${line.name} ${line.spec_text}: ${t('column.count')}`}
                  data-field={at === undefined ? undefined : `${path}.${at}.count`}
                  error={at === undefined ? undefined : errors[`${path}.${at}.count`]}
                  disabled={disabled}
                  allowDecimal={false}
                  allowNegative={false}
                  min={0}
                  max={line.left}
                  clampBehavior="none"
                  value={at === undefined ? 0 : (chosen[at]?.count ?? 0)}
                  onChange={(next) => choose(typeof next === 'number' ? next : 0)}
                  className={classes.count}
                />
                {children?.(line, at)}
              </span>
            </li>
          )
        })}
      </ul>
    </FieldGroup>
  )
}

const placeOf = (chosen: readonly Piece[], line: { id: number }) => {
  const at = chosen.findIndex((one) => one.order_item_id === line.id)
  return at < 0 ? undefined : at
}

const isPiece = (one: unknown): one is Piece =>
  typeof one === 'object' && one !== null && 'order_item_id' in one && 'count' in one && typeof one.count === 'number'

/** The pieces in the value of a form. */
export const piecesIn = (value: unknown): Piece[] => (Array.isArray(value) ? value.filter(isPiece) : [])
