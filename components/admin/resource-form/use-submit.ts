'use client'

import { useState } from 'react'
import { useFailureText, useFaultText } from '@/components/ui/failure-text'
import { useSession } from '@/components/ui/session'
import type { InvalidParam } from '@/lib/kit/api/endpoint/problem'
import type { SizeKind } from '@/lib/kit/i18n/fault-text'
import { SendError } from '@/lib/server/client'

interface Failure {
  text: string
  request_id: string | undefined
}

/**
 * The state of a form on a page outside the admin's resource forms. `submit` sends a request and resolves to whether
 * the request succeeded. `errors` has faults by field name; `failure` has every other error. Only the server validates
 * the input: schemas would add much code to the page.
 *
 * `sizes`: the kind of size of a value, by field name, for messages about a value that is too large or too small.
 */
export function useSubmit(sizes: Readonly<Record<string, SizeKind>> = {}) {
  const withSession = useSession()
  const textOf = useFailureText()
  const faultText = useFaultText()
  const [isBusy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<Failure>()

  const show = (faults: Pick<InvalidParam, 'name' | 'code' | 'params'>[]) =>
    setErrors(Object.fromEntries(faults.map((fault) => [fault.name, faultText(fault, sizes[fault.name] ?? 'text')])))
  const submit = async (request: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    setErrors({})
    setFailure(undefined)
    try {
      await withSession(request)
      return true
    } catch (error) {
      if (error instanceof SendError && error.invalid_params.length > 0) show(error.invalid_params)
      else setFailure(textOf(error, true))
      return false
    } finally {
      setBusy(false)
    }
  }
  return {
    isBusy,
    errors,
    failure,
    submit,
    /** Shows faults that were found before sending. */
    show,
    /** Clears the error of a field. Call this function when the user edits the field. */
    clearError: (name: string) =>
      setErrors((all) => Object.fromEntries(Object.entries(all).filter(([key]) => key !== name))),
  }
}
