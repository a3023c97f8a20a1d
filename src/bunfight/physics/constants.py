"""The physical constants of the stacking simulation, as a game stores them and sends them with each question."""

from __future__ import annotations

import msgspec


class Constants(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """In millimetres, grams and seconds; the list that comes with the game has comments on many of them."""

    units: str
    gravity: float
    step: float
    solver_iterations: int
    collision_slop: float
    collision_bias: float
    collision_persistence: int
    elasticity: float
    table_half_width: float
    mu_food_food: float
    mu_food_plate: float
    mu_food_table: float
    velocity_kept_per_second: float
    plate_angular_damping: float
    two_hands_angular_damping: float
    areal_density_food: float
    areal_density_plate: float
    warmup_steps: int
    settle_speed: float
    settle_time: float
    freeze_after: float
    overturn_deg: float
    keep_pose_mm: float
    keep_pose_deg: float
    touch_mm: float
    connected_mm: float
    table_clear_mm: float
    release_gap_mm: float
    max_drop_mm: float
    adjust_force_N: float
    adjust_torque_Nmm: float
    adjust_move_s: float
    adjust_hold_s: float
