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
 * For forms outside the admin's resource forms. Resolves to whether the request succeeded. Only the server
 * validates: schemas would add much code to the page. `sizes`: kinds of values for messages, by field name.
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
    /** Faults found before sending. */
    show,
    /** For edits of the field. */
    clearError: (name: string) =>
      setErrors((all) => Object.fromEntries(Object.entries(all).filter(([key]) => key !== name))),
  }
}
