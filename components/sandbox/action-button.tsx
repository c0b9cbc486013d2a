'use client'

import { Button, type ButtonProps } from '@mantine/core'
import { type ComponentPropsWithoutRef, useState } from 'react'

interface ActionButtonProps extends ButtonProps, Pick<ComponentPropsWithoutRef<'button'>, 'aria-label' | 'type'> {
  onAct: () => Promise<unknown>
}

/** A button that shows a loader until its action has finished. */
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
