/* The space of the stacking simulation for WebAssembly: Chipmunk behind a few functions that take numbers.
 *
 * bunfight.physics.wasm_space calls them; bunfight.physics.space says what they mean. Bodies and shapes are known by
 * their number, in the order in which they were added; body -1 is the table. tools/physics/build.py compiles it. */

#include <math.h>
#include <stdlib.h>

#include "chipmunk/chipmunk.h"

#define EXPORT(name) __attribute__((export_name(#name))) name
#define MOST_POINTS 256

typedef struct Watched {
    cpBody *body;
    double reach; /* from the centroid to the farthest point; negative: not watched */
} Watched;

typedef struct Space {
    cpSpace *space;
    cpBody *table, *hand;
    cpConstraint *grip, *wrist;
    Watched *bodies;
    cpShape **shapes;
    int *hits;
    double *poses;
    int body_count, shape_count, hit_count, point_count, calm, mover;
    double step, settle_speed;
    cpVect points[MOST_POINTS];
} Space;

void cpMessage(const char *condition, const char *file, int line, int is_error, int is_hard, const char *message, ...)
{
    (void)condition, (void)file, (void)line, (void)is_hard, (void)message;
    if (is_error) __builtin_trap();
}

static void met_table(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    Space *s = data;
    cpBody *both[2];
    (void)space;
    cpArbiterGetBodies(arbiter, &both[0], &both[1]);
    for (int side = 0; side < 2; side++) {
        int n = (int)(intptr_t)cpBodyGetUserData(both[side]) - 1, known = n < 0;
        for (int i = 0; i < s->hit_count && !known; i++) known = s->hits[i] == n;
        if (!known) s->hits[s->hit_count++] = n;
    }
}

Space *EXPORT(open_space)(double gravity, int iterations, double slop, double bias, int persistence, double damping,
                          double step, double settle_speed)
{
    Space *s = calloc(1, sizeof(Space));
    s->space = cpSpaceNew();
    cpSpaceSetGravity(s->space, cpv(0.0, -gravity));
    cpSpaceSetIterations(s->space, iterations);
    cpSpaceSetCollisionSlop(s->space, slop);
    cpSpaceSetCollisionBias(s->space, bias);
    cpSpaceSetCollisionPersistence(s->space, persistence);
    cpSpaceSetDamping(s->space, damping);
    s->table = cpBodyNewStatic();
    cpSpaceAddBody(s->space, s->table);
    s->step = step;
    s->settle_speed = settle_speed;
    return s;
}

static void let_go(Space *s)
{
    if (!s->hand) return;
    cpSpaceRemoveConstraint(s->space, s->grip);
    cpSpaceRemoveConstraint(s->space, s->wrist);
    cpSpaceRemoveBody(s->space, s->hand);
    cpConstraintFree(s->grip);
    cpConstraintFree(s->wrist);
    cpBodyFree(s->hand);
    s->hand = NULL;
}

void EXPORT(close_space)(Space *s)
{
    let_go(s);
    for (int i = 0; i < s->shape_count; i++) {
        cpSpaceRemoveShape(s->space, s->shapes[i]);
        cpShapeFree(s->shapes[i]);
    }
    for (int i = 0; i < s->body_count; i++) {
        cpSpaceRemoveBody(s->space, s->bodies[i].body);
        cpBodyFree(s->bodies[i].body);
    }
    cpSpaceRemoveBody(s->space, s->table);
    cpBodyFree(s->table);
    cpSpaceFree(s->space);
    free(s->bodies);
    free(s->shapes);
    free(s->hits);
    free(s->poses);
    free(s);
}

/* Report contacts between two kinds of shape. */
void EXPORT(watch_contacts)(Space *s, int one, int other)
{
    cpCollisionHandler *handler = cpSpaceAddCollisionHandler(s->space, (cpCollisionType)one, (cpCollisionType)other);
    handler->userData = s;
    handler->postSolveFunc = met_table;
}

int EXPORT(add_body)(Space *s, double mass, double moment, double x, double y, double angle, double reach)
{
    int n = s->body_count++;
    s->bodies = realloc(s->bodies, sizeof(Watched) * (size_t)s->body_count);
    s->hits = realloc(s->hits, sizeof(int) * (size_t)s->body_count);
    s->poses = realloc(s->poses, sizeof(double) * 3 * (size_t)s->body_count);
    cpBody *body = cpBodyNew(mass, moment);
    cpBodySetUserData(body, (cpDataPointer)(intptr_t)(n + 1));
    cpBodySetPosition(body, cpv(x, y));
    cpBodySetAngle(body, angle);
    cpSpaceAddBody(s->space, body);
    s->bodies[n] = (Watched){body, reach};
    return n;
}

static int add_shape(Space *s, cpShape *shape, double friction, double elasticity, int kind, unsigned categories,
                     unsigned mask)
{
    int n = s->shape_count++;
    s->shapes = realloc(s->shapes, sizeof(cpShape *) * (size_t)s->shape_count);
    s->shapes[n] = shape;
    cpShapeSetFriction(shape, friction);
    cpShapeSetElasticity(shape, elasticity);
    cpShapeSetCollisionType(shape, (cpCollisionType)kind);
    cpShapeSetFilter(shape, cpShapeFilterNew(CP_NO_GROUP, categories, mask));
    cpSpaceAddShape(s->space, shape);
    return n;
}

static cpBody *body_of(Space *s, int body) { return body < 0 ? s->table : s->bodies[body].body; }

/* The next point of the polygon that add_polygon will make. */
void EXPORT(add_point)(Space *s, double x, double y)
{
    if (s->point_count == MOST_POINTS) __builtin_trap();
    s->points[s->point_count++] = cpv(x, y);
}

int EXPORT(add_polygon)(Space *s, int body, double friction, double elasticity, int kind, unsigned categories,
                        unsigned mask)
{
    cpShape *shape = cpPolyShapeNew(body_of(s, body), s->point_count, s->points, cpTransformIdentity, 0.0);
    s->point_count = 0;
    return add_shape(s, shape, friction, elasticity, kind, categories, mask);
}

int EXPORT(add_circle)(Space *s, int body, double radius, double x, double y, double friction, double elasticity,
                       int kind, unsigned categories, unsigned mask)
{
    cpShape *shape = cpCircleShapeNew(body_of(s, body), radius, cpv(x, y));
    return add_shape(s, shape, friction, elasticity, kind, categories, mask);
}

void EXPORT(set_filter)(Space *s, int shape, int kind, unsigned categories, unsigned mask)
{
    cpShapeSetCollisionType(s->shapes[shape], (cpCollisionType)kind);
    cpShapeSetFilter(s->shapes[shape], cpShapeFilterNew(CP_NO_GROUP, categories, mask));
}

void EXPORT(stop_watching)(Space *s, int body) { s->bodies[body].reach = -1.0; }

void EXPORT(stop_motion)(Space *s)
{
    for (int i = 0; i < s->body_count; i++) {
        cpBodySetVelocity(s->bodies[i].body, cpvzero);
        cpBodySetAngularVelocity(s->bodies[i].body, 0.0);
    }
}

void EXPORT(warm_up)(Space *s, int steps)
{
    for (int i = 0; i < steps; i++) {
        cpSpaceStep(s->space, s->step);
        stop_motion(s);
    }
    s->hit_count = 0;
}

void EXPORT(hold)(Space *s, int body, double force, double torque)
{
    cpBody *held = s->bodies[body].body;
    s->hand = cpBodyNewKinematic();
    cpBodySetPosition(s->hand, cpBodyGetPosition(held));
    cpBodySetAngle(s->hand, cpBodyGetAngle(held));
    s->grip = cpPivotJointNew2(s->hand, held, cpvzero, cpvzero);
    cpConstraintSetMaxForce(s->grip, force);
    s->wrist = cpGearJointNew(s->hand, held, 0.0, 1.0);
    cpConstraintSetMaxForce(s->wrist, torque);
    cpSpaceAddBody(s->space, s->hand);
    cpSpaceAddConstraint(s->space, s->grip);
    cpSpaceAddConstraint(s->space, s->wrist);
}

void EXPORT(move_hand)(Space *s, double vx, double vy, double turn)
{
    cpBodySetVelocity(s->hand, cpv(vx, vy));
    cpBodySetAngularVelocity(s->hand, turn);
}

void EXPORT(release)(Space *s) { let_go(s); }

static int moves(Space *s, int n)
{
    if (s->bodies[n].reach < 0.0) return 0;
    cpVect v = cpBodyGetVelocity(s->bodies[n].body);
    double turn = fabs(cpBodyGetAngularVelocity(s->bodies[n].body));
    return turn * s->bodies[n].reach + sqrt(v.x * v.x + v.y * v.y) >= s->settle_speed;
}

/* Count a step towards rest, or start again; whoever moved last is asked first. */
int EXPORT(count_calm)(Space *s)
{
    int moving = s->mover < s->body_count && moves(s, s->mover);
    for (int n = 0; n < s->body_count && !moving; n++) {
        if (moves(s, n)) {
            moving = 1;
            s->mover = n;
        }
    }
    s->calm = moving ? 0 : s->calm + 1;
    return s->calm;
}

/* How many steps were made; negative if all is calm. */
int EXPORT(advance)(Space *s, int limit, double brake, double tip, int on_tip, double too_far, int enough)
{
    cpBody *plate = s->bodies[0].body;
    for (int done = 1; done <= limit; done++) {
        cpBodySetTorque(plate, brake * cpBodyGetAngularVelocity(plate));
        cpSpaceStep(s->space, s->step);
        double tilt = fabs(cpBodyGetAngle(plate));
        if (s->hit_count || (tilt > tip) != on_tip || tilt > too_far) return done;
        if (enough && count_calm(s) >= enough) return -done;
    }
    return limit;
}

int EXPORT(hit_count)(Space *s) { return s->hit_count; }

/* One of the bodies that met the table since the last call; call it hit_count times. */
int EXPORT(take_hit)(Space *s) { return s->hits[--s->hit_count]; }

/* Where the poses of all bodies are: x, y and angle each. */
double *EXPORT(poses)(Space *s)
{
    for (int i = 0; i < s->body_count; i++) {
        cpVect at = cpBodyGetPosition(s->bodies[i].body);
        s->poses[3 * i] = at.x;
        s->poses[3 * i + 1] = at.y;
        s->poses[3 * i + 2] = cpBodyGetAngle(s->bodies[i].body);
    }
    return s->poses;
}
