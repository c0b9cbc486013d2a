'use client'

import { useEffect, useEffectEvent } from 'react'

/*
 * Back closes a layer, such as a sheet, and the screen keeps its input. Each layer has a history entry with the URL of
 * the screen; the router does not receive its events.
 */

/** `instrumentation-client.ts` dispatches it for Back and Forward, before the router. Cancelable. */
const historyStepEvent = 'history-step'

/** Called by Back, one for each open layer, the lowest first. */
const layers: (() => void)[] = []
/** Added for layers, up to the current one. */
let entries = 0
let screen = ''
/** A step of this module closes no layer. */
let isStepping = false
let timer: ReturnType<typeof setTimeout> | undefined
let waiting: (() => void)[] = []

/** A layer should close in this time after Back. */
const patience_ms = 150
/** After this time, a history step counts as done. */
const lost_ms = 1_000

/** Open layers when the current entry was added; 0 for a screen. */
function depthHere(): number {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'layers' in state && typeof state.layers === 'number'
    ? state.layers
    : 0
}

function settleIn(ms: number) {
  clearTimeout(timer)
  timer = setTimeout(settle, ms)
}

function stepBack(count: number) {
  isStepping = true
  settleIn(lost_ms)
  history.go(-count)
}

function settle() {
  clearTimeout(timer)
  timer = undefined
  isStepping = false
  // Another screen was opened, so the entries cannot be removed any more.
  if (entries > 0 && depthHere() !== entries) entries = 0
  if (entries > layers.length) {
    const surplus = entries - layers.length
    entries = layers.length
    stepBack(surplus)
    return
  }
  if (entries === 0) screen = location.href
  while (entries < layers.length) {
    entries += 1
    history.pushState({ layers: entries }, '')
  }
  const settled = waiting
  waiting = []
  for (const resolve of settled) resolve()
}

function onHistoryStep(event: Event) {
  if (isStepping) {
    event.preventDefault()
    settle()
    return
  }
  const depth = depthHere()
  if (layers.length === 0) {
    entries = 0
    // The entry of a closed layer, for example by Forward. Back would seem to do nothing here.
    if (depth > 0) setTimeout(() => history.go(-depth))
    return
  }
  // A jump over several entries leads to another screen.
  if (location.href !== screen) {
    entries = 0
    return
  }
  event.preventDefault()
  if (depth > entries) {
    stepBack(depth - entries)
    return
  }
  entries = depth
  for (const close of layers.slice(depth).toReversed()) close()
  // A layer that stays open gets a new entry.
  settleIn(patience_ms)
}

/** Not while this module steps through the history, which would skip a new entry: `settle` runs afterwards. */
function settleSoon() {
  if (!isStepping) settleIn(0)
}

function add(close: () => void): () => void {
  // Kept after the layers have closed: users may step to their entries.
  removeEventListener(historyStepEvent, onHistoryStep)
  addEventListener(historyStepEvent, onHistoryStep)
  layers.push(close)
  settleSoon()
  return () => {
    layers.splice(layers.indexOf(close), 1)
    settleSoon()
  }
}

/** Back closes the layer that was opened last. */
export function useBackLayer(isOpen: boolean, onBack: () => void): void {
  const close = useEffectEvent(onBack)
  useEffect(() => (isOpen ? add(() => close()) : undefined), [isOpen])
}

/** Wait for this before opening another screen: removing the entries later would leave it. */
export const layersSettled = (): Promise<void> =>
  timer === undefined && !isStepping
    ? Promise.resolve()
    : new Promise((resolve) => {
        waiting.push(resolve)
      })

/** After a reload, which closes all layers. Called once. */
export function leaveStaleLayers(): void {
  if (layers.length === 0 && entries === 0 && depthHere() > 0) history.go(-depthHere())
}
