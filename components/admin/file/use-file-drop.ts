'use client'

import { useEffect, useRef, useState } from 'react'
import { hasRows } from '@/components/admin/resource-table/dragged-rows'

const filesIn = (data: DataTransfer | null) => [...(data?.files ?? [])]
/** false for dragged rows of a list, although browsers report a picture in a row as a file. */
const hasFiles = (data: DataTransfer | null) => (data?.types.includes('Files') ?? false) && !hasRows(data)

const isText = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, [contenteditable=true]') !== null

/** Also accepts pasted files, outside of inputs and editors. Returns whether files are dragged over the page. */
export function useFileDrop(onFiles: ((files: File[]) => void) | undefined): boolean {
  const [isOver, setOver] = useState(false)
  const take = useRef(onFiles)
  useEffect(() => {
    take.current = onFiles
  })
  const isEnabled = onFiles !== undefined
  useEffect(() => {
    if (!isEnabled) return
    const controller = new AbortController()
    const { signal } = controller
    /** A count, because the pointer enters an element before it leaves the previous one. */
    let depth = 0
    const enter = ({ dataTransfer }: DragEvent) => {
      if (!hasFiles(dataTransfer)) return
      depth += 1
      setOver(true)
    }
    const leave = ({ dataTransfer }: DragEvent) => {
      if (!hasFiles(dataTransfer)) return
      depth -= 1
      if (depth <= 0) setOver(false)
    }
    const over = (event: DragEvent) => {
      if (hasFiles(event.dataTransfer)) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      depth = 0
      setOver(false)
      const files = hasFiles(event.dataTransfer) ? filesIn(event.dataTransfer) : []
      if (files.length === 0 || event.defaultPrevented) return
      event.preventDefault()
      take.current?.(files)
    }
    const paste = (event: ClipboardEvent) => {
      const files = filesIn(event.clipboardData)
      if (files.length === 0 || isText(event.target)) return
      event.preventDefault()
      take.current?.(files)
    }
    addEventListener('dragenter', enter, { signal })
    addEventListener('dragleave', leave, { signal })
    addEventListener('dragover', over, { signal })
    addEventListener('drop', drop, { signal })
    addEventListener('paste', paste, { signal })
    return () => controller.abort()
  }, [isEnabled])
  return isOver
}
