'use client'

import { useEffect, useState } from 'react'
import { useSession } from '@/components/ui/session'
import { useToast } from '@/components/ui/toast'
import type { Option } from './field'

/** Read when the form opens. Until then, and after a failure, `initial`: for the current values. */
export function useOptions(
  load: () => Promise<readonly Option[]>,
  initial: readonly Option[],
  failure: string,
): readonly Option[] {
  const [options, setOptions] = useState<readonly Option[]>(initial)
  const withSession = useSession()
  const toast = useToast()
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the form opens
  useEffect(() => {
    withSession(load).then(setOptions, (error: unknown) => toast.failure(error, failure))
  }, [])
  return options
}
