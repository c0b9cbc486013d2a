'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { type RefObject, useState } from 'react'
import { useFailureText, useFaultText } from '@/components/ui/failure-text'
import { useAfterRender } from '@/components/ui/use-after-render'
import { type InvalidParam, Problem } from '@/lib/kit/api/endpoint/problem'
import { SendError } from '@/lib/server/client'
import { type FaultLocation, type FaultName, locateFault, type ShownField } from './faults'
import type { FieldShape } from './schema-fields'
import { staleOf } from './stale'
import type { Errors, Values } from './use-record-values'

interface FaultyForm {
  fields: readonly ShownField[]
  values: Values
  errors: Errors
  setErrors: (errors: Errors) => void
}

/** In the order of the form's fields. */
interface Listed {
  faults: readonly ListedFault[]
}

interface ListedFault {
  path: string
  /** Such as `Items › Row 2 › Title`. */
  place: string
  text: string
}

/** A single faulty field gets the focus; several are listed in `summary`. Other errors are in `failure`. */
export function useFaults(
  { fields, values, errors: shownErrors, setErrors }: FaultyForm,
  root: RefObject<HTMLElement | null>,
) {
  const t = useTranslations('form.list')
  const tStale = useTranslations('form.stale')
  const format = useFormatter()
  const textOf = useFailureText()
  const faultText = useFaultText()
  const afterRender = useAfterRender()
  const [failure, setFailure] = useState<{ text: string; request_id: string | undefined }>()

  const [listed, setListed] = useState<Listed>()

  const nameOf = (name: FaultName) => {
    if (typeof name === 'string') return name
    return name.name ?? t(name.kind === 'images' ? 'image' : 'row', { number: name.number })
  }
  const placed = ({ row, text: value }: FaultLocation, text: string) => {
    if (row !== undefined) return t('inRow', { number: row, text })
    return value === undefined ? text : t('inText', { value, text })
  }
  const showFaults = (faults: readonly Pick<InvalidParam, 'name' | 'code' | 'params'>[], error: unknown) => {
    const errors: Record<string, string> = {}
    const unlocated = new Set<string>()
    const places = new Map<string, string>()
    for (const fault of faults) {
      const found = locateFault(fields, fault.name, values)
      const size = found ? sizeKindOf(found.shape) : 'text'
      // The error says which permission is missing.
      const text = fault.code === 'forbidden' ? textOf(error).text : faultText(fault, size)
      if (!found) unlocated.add(text)
      else {
        errors[found.path] ??= placed(found, text)
        places.set(found.path, found.names.map(nameOf).join(' › '))
      }
    }
    setErrors(errors)
    const fieldOf = (path: string) => fields.findIndex(({ field }) => field.name === path.split('.')[0])
    const inOrder = Object.entries(errors).sort(([one], [other]) => fieldOf(one) - fieldOf(other))
    const isList = inOrder.length > 1
    setListed(
      isList ? { faults: inOrder.map(([path, text]) => ({ path, place: places.get(path) ?? '', text })) } : undefined,
    )
    setFailure(unlocated.size > 0 ? { text: [...unlocated].join(' '), request_id: undefined } : undefined)
    const [first] = inOrder
    // After rendering, so that a screen reader reads the message with its field. A list takes the focus itself.
    if (first && !isList) afterRender(() => focusField(first[0]))
  }
  const focusField = (path: string) => {
    const inputs = [...(root.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]
    inputs.find(({ dataset }) => dataset.field === path)?.focus()
  }

  /** For a `stale_version` error of a command, with the user and the time. */
  const staleText = (error: unknown) => {
    const stale = error instanceof SendError && error.code === 'stale_version' ? staleOf(error.problem) : undefined
    if (!stale) return undefined
    const at = format.dateTime(new Date(stale.at), { dateStyle: 'medium', timeStyle: 'medium' })
    return { text: stale.by ? tStale('command', { name: stale.by, at }) : tStale('commandByNobody', { at }) }
  }

  const remaining = listed?.faults.filter(({ path }) => Object.hasOwn(shownErrors, path)) ?? []
  return {
    failure,
    /** Uncorrected faults, if there were several. `of` is a new object for each attempt to save. */
    summary: listed && remaining.length > 0 ? { of: listed, faults: remaining, focusField } : undefined,
    clear: () => {
      setFailure(undefined)
      setListed(undefined)
      setErrors({})
    },
    show: (error: unknown) => {
      if (error instanceof Problem) showFaults(error.extras.invalid_params ?? [], error)
      else if (error instanceof SendError && error.invalid_params.length > 0) showFaults(error.invalid_params, error)
      else setFailure({ ...textOf(error, true), ...staleText(error) })
    },
  }
}

/** The message about a value out of range depends on this kind. */
const sizeKindOf = ({ kind, member }: FieldShape) =>
  member ? 'list' : kind === 'number' || kind === 'money' || kind === 'moment' ? kind : 'text'
