'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { type RefObject, useState } from 'react'
import { SendError } from '@/lib/api/client'
import { type InvalidParam, Problem } from '@/lib/api/problem'
import { useFailureText, useFaultText } from '../shell/failure-text'
import { useAfterRender } from '../use-after-render'
import { locateFault, type ShownField } from './faults'
import type { FieldShape } from './schema-fields'
import { staleOf } from './stale'
import type { Errors, Values } from './use-record-values'

interface FaultyForm {
  fields: readonly ShownField[]
  values: Values
  setErrors: (errors: Errors) => void
}

/** Shows why a form was not saved: at the fields, focusing the first one, else as the form's `failure`. */
export function useFaults({ fields, values, setErrors }: FaultyForm, root: RefObject<HTMLElement | null>) {
  const t = useTranslations('form.list')
  const tStale = useTranslations('form.stale')
  const format = useFormatter()
  const textOf = useFailureText()
  const faultText = useFaultText()
  const afterRender = useAfterRender()
  const [failure, setFailure] = useState<{ text: string; request_id: string | undefined }>()

  const showFaults = (faults: readonly Pick<InvalidParam, 'name' | 'code' | 'params'>[]) => {
    const errors: Record<string, string> = {}
    const unlocated = new Set<string>()
    for (const fault of faults) {
      const found = locateFault(fields, fault.name, values)
      const text = faultText(fault, found ? sizeKindOf(found.shape) : 'text')
      if (!found) unlocated.add(text)
      else errors[found.path] ??= found.row ? t('inRow', { number: found.row, text }) : text
    }
    setErrors(errors)
    setFailure(unlocated.size > 0 ? { text: [...unlocated].join(' '), request_id: undefined } : undefined)
    // After the messages have been rendered, so that a screen reader reads the first one with its field.
    afterRender(() => {
      const inputs = [...(root.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]
      inputs.find(({ dataset }) => Object.hasOwn(errors, dataset.field ?? ''))?.focus()
    })
  }

  /** Who has changed the record meanwhile, where the form is a command about it. */
  const staleText = (error: unknown) => {
    const stale = error instanceof SendError && error.code === 'stale_version' ? staleOf(error.problem) : undefined
    if (!stale) return undefined
    const at = format.dateTime(new Date(stale.at), { dateStyle: 'medium', timeStyle: 'medium' })
    return { text: stale.by ? tStale('command', { name: stale.by, at }) : tStale('commandByNobody', { at }) }
  }

  return {
    failure,
    clear: () => {
      setFailure(undefined)
      setErrors({})
    },
    show: (error: unknown) => {
      if (error instanceof Problem) showFaults(error.extras.invalid_params ?? [])
      else if (error instanceof SendError && error.invalid_params.length > 0) showFaults(error.invalid_params)
      else setFailure({ ...textOf(error), ...staleText(error) })
    },
  }
}

/** Which message fits a size out of range. */
const sizeKindOf = ({ kind, member }: FieldShape) =>
  member ? 'list' : kind === 'number' || kind === 'money' || kind === 'moment' ? kind : 'text'
