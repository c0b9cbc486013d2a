import { useState } from 'react'
import { Dismissed } from '@/components/ui/dismissed'
import { useFaultText } from '@/components/ui/failure-text'
import { SendError } from '@/lib/server/client'

export function useFaults<Name extends string>(names: readonly Name[]) {
  const faultText = useFaultText()
  const [faults, setFaults] = useState<Partial<Record<Name, string>>>({})
  /** Throws `Dismissed` for refused fields, so that no other message is shown. */
  const atFields = async (request: () => Promise<void>) => {
    setFaults({})
    try {
      await request()
    } catch (error) {
      const found: Partial<Record<Name, string>> = {}
      for (const fault of error instanceof SendError ? error.invalid_params : []) {
        const name = names.find((name) => name === fault.name)
        if (name) found[name] = faultText(fault, 'text')
      }
      if (Object.keys(found).length === 0) throw error
      setFaults(found)
      throw new Dismissed()
    }
  }
  return { faults, setFaults, atFields }
}
