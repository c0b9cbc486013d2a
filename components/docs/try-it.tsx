'use client'

import { Button } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import type { ExampleRequest } from './request'

export interface Login {
  /** A POST with `fields`, account and password returns `{ token }`. */
  path: string
  fields: Record<string, string | number>
  account: string
  /** undefined: the user types the password. */
  secret: string | undefined
}

export interface TryItProps {
  request: ExampleRequest
  login: Login | undefined
}

// Loaded when it is opened, because most readers try few requests or none.
const TryItForm = dynamic(() => import('./try-it-form'), { ssr: false })

export function TryIt({ request, login }: TryItProps) {
  const t = useTranslations('docs.tools')
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <div>
      <Button variant="light" size="xs" aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? t('close') : t('open')}
      </Button>
      <div id={id}>{isOpen && <TryItForm request={request} login={login} />}</div>
    </div>
  )
}
