'use client'

import { useEffect, useEffectEvent } from 'react'

/*
 * Entries in the history for layers over a screen, such as a sheet. Back, in the browser or on an Android phone, closes
 * the layer, and the screen keeps its input. The entries have the URL of the screen, so the router has nothing to do
 * for them. The router does not receive their events.
 */

/**
 * The event that `instrumentation-client.ts` dispatches for Back and Forward, before the router handles them.
 * Cancelable.
 */
const historyStepEvent = 'history-step'

/** The functions that Back calls, one for each open layer, such as a sheet. The lowest layer comes first. */
const layers: (() => void)[] = []
/** The number of history entries that were added for layers, up to the current entry. */
let entries = 0
/** The URL of the screen below the layers. */
let screen = ''
/** Whether this module is stepping through the history itself. Such a step closes no layer. */
let isStepping = false
let timer: ReturnType<typeof setTimeout> | undefined
let waiting: (() => void)[] = []

/** The time in which a layer should close after Back, in milliseconds. */
const patience_ms = 150
/**
 * The time in which the event of a history step should arrive, in milliseconds. After this time, the step counts as
 * done.
 */
const lost_ms = 1_000

/**
 * Returns the number of layers that were open when the current history entry was added; 0 for the entry of a screen.
 */
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

/**
 * Adds or removes history entries until there is one for each open layer. Then resolves the promises of
 * `layersSettled`.
 */
function settle() {
  clearTimeout(timer)
  timer = undefined
  isStepping = false
  // Another screen was opened meanwhile, so the entries for layers cannot be removed any more.
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
    // The entry of a closed layer, reached for example by Forward. Back would seem to do nothing here.
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

/**
 * Schedules `settle`. Does nothing while this module steps through the history: `settle` runs when the step has ended.
 * A history entry that is added earlier would be skipped by the step.
 */
function settleSoon() {
  if (!isStepping) settleIn(0)
}

function add(close: () => void): () => void {
  // Registered again and kept after the layers have closed: users may step to entries of closed layers.
  removeEventListener(historyStepEvent, onHistoryStep)
  addEventListener(historyStepEvent, onHistoryStep)
  layers.push(close)
  settleSoon()
  return () => {
    layers.splice(layers.indexOf(close), 1)
    settleSoon()
  }
}

/**
 * While `isOpen`, Back calls `onBack` instead of leaving the screen. If several layers are open, Back closes the layer
 * that was opened last.
 */
export function useBackLayer(isOpen: boolean, onBack: () => void): void {
  const close = useEffectEvent(onBack)
  useEffect(() => (isOpen ? add(() => close()) : undefined), [isOpen])
}

/**
 * Resolves when the history has no entries of closed layers. Wait for this promise before opening another screen: if
 * the entries were removed afterwards, the browser would leave the new screen.
 */
export const layersSettled = (): Promise<void> =>
  timer === undefined && !isStepping
    ? Promise.resolve()
    : new Promise((resolve) => {
        waiting.push(resolve)
      })

/**
 * Steps back over the history entries of layers that were open before the page was reloaded, because a reload closes
 * all layers. Called once.
 */
export function leaveStaleLayers(): void {
  if (layers.length === 0 && entries === 0 && depthHere() > 0) history.go(-depthHere())
}
