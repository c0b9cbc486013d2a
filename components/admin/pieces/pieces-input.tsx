'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { InputProps } from '@/components/admin/resource-form/field'
import { FieldGroup } from '@/components/admin/resource-form/inputs/field-group'
import { IntegerInput } from '@/components/ui/integer-input'
import { PieceRows } from './piece-rows'
import classes from './pieces.module.css'
import type { ShownLine } from './pieces-table'

export interface ChosenLine extends ShownLine {
  /** Of the order's line. */
  id: number
  left: number
}

export interface Piece {
  order_item_id: number
  count: number
}

interface PiecesInputProps<Line> extends InputProps {
  lines: readonly Line[]
  /** Further inputs. `at`: the index in the value of this input; undefined: not in there. */
  children?: (line: Line, at: number | undefined) => ReactNode
}

/** The value has the lines with pieces, and those with values from the inputs in `children`. */
export function PiecesInput<Line extends ChosenLine>({ lines, children, ...input }: PiecesInputProps<Line>) {
  const t = useTranslations('form.pieces')
  const { path, errors, disabled, onChange } = input
  const chosen = piecesIn(input.value)
  return (
    <FieldGroup {...input}>
      <PieceRows lines={lines} detailsOf={({ spec_text }) => spec_text}>
        {(line) => {
          const at = placeOf(chosen, line)
          const choose = (count: number) =>
            onChange(
              lines.flatMap((one) => {
                const known = chosen[placeOf(chosen, one) ?? -1]
                const next = one.id === line.id ? count : (known?.count ?? 0)
                // A line without pieces may have other chosen values.
                return next > 0 || (known && one.left === 0) ? [{ ...known, order_item_id: one.id, count: next }] : []
              }),
            )
          return (
            <>
              {line.left > 0 && (
                <IntegerInput
                  label={t('count')}
                  description={t('left', { count: line.left })}
                  inputWrapperOrder={['label', 'input', 'description', 'error']}
                  aria-label={`${line.name} ${line.spec_text}: ${t('count')}`}
                  data-field={at === undefined ? undefined : `${path}.${at}.count`}
                  error={at === undefined ? undefined : errors[`${path}.${at}.count`]}
                  disabled={disabled}
                  allowNegative={false}
                  min={0}
                  max={line.left}
                  value={at === undefined ? 0 : (chosen[at]?.count ?? 0)}
                  onChange={(next) => choose(next || 0)}
                  className={classes.count}
                />
              )}
              {children?.(line, at)}
            </>
          )
        }}
      </PieceRows>
    </FieldGroup>
  )
}

const placeOf = (chosen: readonly Piece[], line: { id: number }) => {
  const at = chosen.findIndex((one) => one.order_item_id === line.id)
  return at < 0 ? undefined : at
}

const isPiece = (one: unknown): one is Piece =>
  typeof one === 'object' && one !== null && 'order_item_id' in one && 'count' in one && typeof one.count === 'number'

/** Empty if the value is no list. */
export const piecesIn = (value: unknown): Piece[] => (Array.isArray(value) ? value.filter(isPiece) : [])
