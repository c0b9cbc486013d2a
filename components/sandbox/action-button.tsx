'use client'

import { Button, type ButtonProps } from '@mantine/core'
import { type ComponentPropsWithoutRef, useState } from 'react'

interface ActionButtonProps extends ButtonProps, Pick<ComponentPropsWithoutRef<'button'>, 'aria-label' | 'type'> {
  onAct: () => Promise<unknown>
}

/** A button that is busy as long as what it does. */
export function ActionButton({ onAct, ...button }: ActionButtonProps) {
  const [isBusy, setIsBusy] = useState(false)
  return (
    <Button
      {...button}
      loading={isBusy}
      onClick={() => {
        setIsBusy(true)
        void onAct().finally(() => setIsBusy(false))
      }}
    />
  )
}
