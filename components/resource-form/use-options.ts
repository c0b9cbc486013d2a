'use client'

import { useEffect, useState } from 'react'
import { useSession } from '../shell/session'
import { useToast } from '../shell/toast'
import type { Option } from './field'

/**
 * What a field offers that another list holds, read when the form opens. Until it is there, and where it may not be
 * read, what the record has already is offered.
 */
export function useOptions(
  load: () => Promise<readonly Option[]>,
  already: readonly Option[],
  failure: string,
): readonly Option[] {
  const [options, setOptions] = useState<readonly Option[]>(already)
  const withSession = useSession()
  const toast = useToast()
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the form opens
  useEffect(() => {
    withSession(load).then(setOptions, (error: unknown) => toast.failure(error, failure))
  }, [])
  return options
}
